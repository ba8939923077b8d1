"""Reads Turtle 1.1 and TriG: as much of their grammars as files of a dataset use, and no less than all of their literals."""

import re

RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
XSD = "http://www.w3.org/2001/XMLSchema#"

TOKEN = re.compile(
    r'''(?P<space>[ \t\r\n]+|\#[^\n]*)
      | (?P<iri><[^<>"{}|^`\\\x00-\x20]*(?:\\[uU][0-9A-Fa-f]+[^<>"{}|^`\\\x00-\x20]*)*>)
      | (?P<long>"""(?:"{0,2}(?:[^"\\]|\\.))*"""|\'\'\'(?:'{0,2}(?:[^'\\]|\\.))*\'\'\')
      | (?P<text>"(?:[^"\\\n\r]|\\.)*"|'(?:[^'\\\n\r]|\\.)*')
      | (?P<word>@[A-Za-z]+(?:-[A-Za-z0-9]+)*)
      | (?P<datatype>\^\^)
      | (?P<number>[+-]?(?:\d+\.\d*[eE][+-]?\d+|\.?\d+[eE][+-]?\d+|\d*\.\d+|\d+))
      | (?P<blank>_:[\w][\w.-]*(?<!\.))
      | (?P<name>(?:[^\W\d_][\w.-]*(?<!\.))?:(?:(?:[\w:-]|%[0-9A-Fa-f]{2}|\\[_~.!$&'()*+,;=/?\#@%-])(?:(?:[\w:.-]|%[0-9A-Fa-f]{2}|\\[_~.!$&'()*+,;=/?\#@%-])*(?:[\w:-]|%[0-9A-Fa-f]{2}|\\[_~.!$&'()*+,;=/?\#@%-]))?)?)
      | (?P<keyword>[A-Za-z]+)
      | (?P<mark>[.;,\[\](){}])''',
    re.VERBOSE | re.DOTALL)
ESCAPES = {"t": "\t", "b": "\b", "n": "\n", "r": "\r", "f": "\f", '"': '"', "'": "'", "\\": "\\"}


class Iri(str):
    """An absolute IRI."""


class Blank(str):
    """A blank node, by a name of this file."""


class Literal(tuple):
    """(lexical form, datatype IRI, language or "")"""

    def __new__(cls, text, datatype=XSD + "string", language=""):
        return super().__new__(cls, (text, datatype, language))


def unescaped(text):
    def one(found):
        code = found.group(1)
        return chr(int(code[1:], 16)) if code[0] in "uU" else ESCAPES[code]

    return re.sub(r"\\(u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)", one, text, flags=re.DOTALL)


def tokens(text):
    at = 0
    while at < len(text):
        found = TOKEN.match(text, at)
        if not found:
            raise ValueError(f"line {text.count(chr(10), 0, at) + 1}: no Turtle: {text[at:at + 40]!r}")
        at = found.end()
        if found.lastgroup != "space":
            yield found.lastgroup, found.group()
    yield "end", ""


class Reader:
    """`quads` holds (subject, predicate, object, graph or None); `prefixes` what the file declares."""

    def __init__(self, text):
        self.prefixes, self.quads, self.graph, self.blanks = {}, [], None, 0
        self.tokens = list(tokens(text))
        self.at = 0
        while self.kind() != "end":
            self.statement()

    def kind(self):
        return self.tokens[self.at][0]

    def peek(self):
        return self.tokens[self.at][1]

    def take(self, wanted=None):
        token = self.tokens[self.at][1]
        if wanted is not None and token != wanted:
            raise ValueError(f"token {self.at}: {token!r} where {wanted!r} has to stand")
        self.at += 1
        return token

    def statement(self):
        word = self.peek().lower()
        if word in ("@prefix", "prefix"):
            self.take()
            name = self.take()[:-1]
            self.prefixes[name] = self.take()[1:-1]
            if word[0] == "@":
                self.take(".")
        elif word == "graph" or (self.kind() in ("iri", "name") and self.tokens[self.at + 1][1] == "{") or word == "{":
            self.block()
        else:
            self.triples()
            self.take(".")

    def block(self):
        if self.peek().lower() == "graph":
            self.take()
        self.graph = None if self.peek() == "{" else self.term()
        self.take("{")
        while self.peek() != "}":
            self.triples()
            if self.peek() == ".":
                self.take()
        self.take("}")
        self.graph = None

    def triples(self):
        alone = self.peek() == "["
        subject = self.term()
        if not alone or self.peek() != ".":
            self.predicates(subject)

    def predicates(self, subject):
        while True:
            predicate = self.term(as_predicate=True)
            while True:
                self.quads.append((subject, predicate, self.term(), self.graph))
                if self.peek() != ",":
                    break
                self.take()
            while self.peek() == ";":
                self.take()
            if self.peek() in (".", "]", "}"):
                return

    def fresh(self):
        self.blanks += 1
        return Blank(f"[{self.blanks}]")

    def term(self, as_predicate=False):
        kind, token = self.tokens[self.at]
        self.at += 1
        if kind == "iri":
            return Iri(unescaped(token[1:-1]))
        if kind == "name":
            prefix, local = token.split(":", 1)
            return Iri(self.prefixes[prefix] + re.sub(r"\\(.)", r"\1", local))
        if as_predicate:
            if token == "a":
                return Iri(RDF + "type")
            raise ValueError(f"{token!r} is no predicate")
        if kind == "blank":
            return Blank(token)
        if kind in ("text", "long"):
            return self.literal(unescaped(token[3:-3] if kind == "long" else token[1:-1]))
        if kind == "number":
            shape = "double" if "e" in token.lower() else "decimal" if "." in token else "integer"
            return Literal(token, XSD + shape)
        if token in ("true", "false"):
            return Literal(token, XSD + "boolean")
        if token == "[":
            node = self.fresh()
            if self.peek() != "]":
                self.predicates(node)
            self.take("]")
            return node
        if token == "(":
            return self.list()
        raise ValueError(f"{token!r} is no term")

    def literal(self, text):
        if self.kind() == "word":
            return Literal(text, RDF + "langString", self.take()[1:].lower())
        if self.kind() == "datatype":
            self.take()
            return Literal(text, str(self.term()))
        return Literal(text)

    def list(self):
        members = []
        while self.peek() != ")":
            members.append(self.term())
        self.take(")")
        head = Iri(RDF + "nil")
        for member in reversed(members):
            node = self.fresh()
            self.quads += [(node, Iri(RDF + "first"), member, self.graph), (node, Iri(RDF + "rest"), head, self.graph)]
            head = node
        return head


class Graph:
    """Statements of a file by subject and predicate, whatever graph they stand in."""

    def __init__(self, text):
        read = Reader(text)
        self.prefixes, self.quads = read.prefixes, read.quads
        self.about = {}
        for subject, predicate, value, _ in read.quads:
            self.about.setdefault(subject, {}).setdefault(str(predicate), []).append(value)

    def objects(self, subject, predicate):
        return self.about.get(subject, {}).get(predicate, [])

    def of_type(self, iri):
        return [subject for subject, said in self.about.items() if iri in said.get(RDF + "type", [])]
