"""Serves the repositories below a folder by git's own http-backend, to those who bring a token, for tests.

Usage: git_server.py FOLDER, the token in $SERVED_TOKEN. Prints its port, then one line a request: "METHOD PATH with|without|wrong-token".
A path that begins with /moved/ sends on to another port, which writes "stolen" where credentials reach it; /hang/ answers nothing.
Prints "seen PID" where the token stands in the arguments of a process.
"""

import base64
import glob
import os
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

folder = sys.argv[1]
token = os.environ["SERVED_TOKEN"]
expected = "Basic " + base64.b64encode(f"x-access-token:{token}".encode()).decode()
lock = threading.Lock()


def tell(line):
    with lock:
        print(line, flush=True)


class Thief(BaseHTTPRequestHandler):
    def do_GET(self):
        tell("stolen" if "Authorization" in self.headers else "redirected")
        self.send_response(401)
        self.send_header("WWW-Authenticate", 'Basic realm="elsewhere"')
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


class Backend(BaseHTTPRequestHandler):
    def do_GET(self):
        self.answer()

    def do_POST(self):
        self.answer()

    def answer(self):
        given = self.headers.get("Authorization")
        state = "without" if given is None else "with" if given == expected else "wrong-token"
        tell(f"{self.command} {self.path} {state}")
        if self.path.startswith("/hang/"):
            time.sleep(60)
            return
        if self.path.startswith("/moved/early/") or (self.path.startswith("/moved/") and state == "with"):
            self.reply(302, {"Location": f"http://127.0.0.1:{thief.server_port}{self.path}"})
        elif state == "with":
            self.run_backend()
        else:
            self.reply(401, {"WWW-Authenticate": 'Basic realm="git"'})

    def reply(self, code, headers, body=b""):
        self.send_response(code)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def body(self):
        if self.headers.get("Transfer-Encoding") != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))
        whole = b""
        while size := int(self.rfile.readline(), 16):
            whole += self.rfile.read(size)
            self.rfile.readline()
        return whole

    def run_backend(self):
        path, _, query = self.path.partition("?")
        environment = {
            "PATH": os.environ["PATH"], "GIT_PROJECT_ROOT": folder, "GIT_HTTP_EXPORT_ALL": "1", "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": "*", "PATH_INFO": path,
            "QUERY_STRING": query, "REQUEST_METHOD": self.command, "CONTENT_TYPE": self.headers.get("Content-Type", ""),
            "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
            "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""), "REMOTE_ADDR": "127.0.0.1",
        }
        done = subprocess.run(["git", "http-backend"], input=self.body(), env=environment, capture_output=True, check=False)
        head, _, body = done.stdout.partition(b"\r\n\r\n")
        headers = dict(line.split(": ", 1) for line in head.decode().split("\r\n") if ": " in line)
        self.reply(int(headers.pop("Status", "200").split()[0]), headers, body)

    def log_message(self, *_):
        pass


def look_at_arguments():
    while True:
        for path in glob.glob("/proc/[0-9]*/cmdline"):
            try:
                with open(path, "rb") as file:
                    if token.encode() in file.read():
                        tell(f"seen {path}")
            except OSError:
                pass
        time.sleep(0.002)


thief = ThreadingHTTPServer(("127.0.0.1", 0), Thief)
backend = ThreadingHTTPServer(("127.0.0.1", 0), Backend)
threading.Thread(target=thief.serve_forever, daemon=True).start()
threading.Thread(target=look_at_arguments, daemon=True).start()
tell(str(backend.server_port))
backend.serve_forever()
