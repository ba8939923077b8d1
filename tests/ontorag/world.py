"""A folder, the program in it, and a language model's server whose answers are scripted."""

import http.server
import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
import threading
import time
import urllib.request


class World:
    def __init__(self, program):
        self.program = os.path.abspath(program)
        self.folder = tempfile.mkdtemp()
        self.started = []
        self.variables = {name: value for name, value in os.environ.items() if not name.startswith(("GROVE_", "OPENROUTER_", "ONTORAG_", "BLAZEGRAPH_"))}
        self.variables.update(GROVE_HOME=self.path("home"), GROVE_VECTORS="false", NO_COLOR="1")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for server in self.started:
            server.terminate()
            server.wait()
        shutil.rmtree(self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())
        return self.path(name)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def run(self, *words, fails=False):
        """`grove WORDS`, given as one text with spaces or as several; what it printed."""
        words = words[0].split() if len(words) == 1 else list(words)
        done = subprocess.run([self.program, *words], cwd=self.folder, env=self.variables, capture_output=True, text=True, timeout=120, check=False)
        if (done.returncode != 0) != fails:
            raise AssertionError(f"grove {' '.join(words)}: ended with {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout + done.stderr if fails else done.stdout

    def shell(self, script, folder):
        """Runs lines of a shell, to which `grove` is the program, in a folder."""
        done = subprocess.run(["sh", "-c", f'grove() {{ "{self.program}" "$@"; }}\n{script}'], cwd=self.path(folder), env=self.variables, capture_output=True,
                              text=True, timeout=120, check=False)
        if done.returncode != 0:
            raise AssertionError(f"ended with {done.returncode}\n{done.stdout}{done.stderr}")

    def serve(self, words):
        """Starts `grove WORDS --port 0`; its address."""
        server = subprocess.Popen([self.program, "--json", *words.split(), "--port", "0"], cwd=self.folder, env=self.variables,
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.started.append(server)
        return json.loads(server.stdout.readline())["url"]


def get(url, data=None, headers=None, method=None):
    """(status, media type, text) of a request; failures are answers too."""
    request = urllib.request.Request(url, data=data, headers=headers or {}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.headers.get_content_type(), answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.headers.get_content_type(), error.read().decode()


class ModelServer:
    """Answers POST /v1/chat/completions with `script(system, passage, message)`, an object; counts what it was asked."""

    def __init__(self, script):
        outer = self
        self.asked = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                system = next(each["content"] for each in body["messages"] if each["role"] == "system")
                message = next(each["content"] for each in body["messages"] if each["role"] == "user")
                found = re.search(r"^BEGIN [^\n]*\n(.*)\nEND ", message, re.DOTALL | re.MULTILINE)
                outer.asked.append((body["model"], self.headers.get("Authorization"), dict(self.headers)))
                answer = script(system, found.group(1) if found else message, message)
                text = json.dumps({"choices": [{"index": 0, "message": {"role": "assistant", "content": json.dumps(answer)}, "finish_reason": "stop"}],
                                   "usage": {"prompt_tokens": 10, "completion_tokens": 10}}).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/v1"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


def pdf_of(pages):
    """A PDF of pages with one line of text each, labelled i, ii, iii …"""
    objects = ["<< /Type /Catalog /Pages 2 0 R /PageLabels << /Nums [0 << /S /r >>] >> >>",
               f"<< /Type /Pages /Count {len(pages)} /Kids [{' '.join(f'{4 + 2 * i} 0 R' for i in range(len(pages)))}] >>",
               "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    for i, lines in enumerate(pages):
        drawn = "BT /F1 12 Tf 72 720 Td 16 TL " + " ".join(f"({line}) Tj T*" for line in lines) + " ET"
        objects.append(f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents {5 + 2 * i} 0 R >>")
        objects.append(f"<< /Length {len(drawn)} >>\nstream\n{drawn}\nendstream")
    out, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n".encode()
    table = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode() + b"".join(f"{place:010} 00000 n \n".encode() for place in places)
    return out + f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n".encode()
