"""Holds instance graphs against the page of formats: the shapes of instances, mentions, sources, files, packs and chunks."""

import re
import urllib.parse

from formats import DCTERMS, OA, ORAG, ORP, PROV, RDFS, load_graph
from rdf_text import RDF, XSD, Blank, Iri, Literal

PREFIXES = {"prov": PROV, "rdfs": RDFS, "orp": ORP, "oa": OA, "dcterms": DCTERMS}
STATUSES = {ORAG + name for name in ("Proposed", "Approved", "Deprecated", "Revoked")}


class InstanceGraph:
    """One graph with its namespace; `chunks`: their DTOs by id."""

    def __init__(self, path, name_space, chunks, faults):
        self.path, self.space, self.chunks, self.faults = path, name_space, chunks, faults
        self.graph = load_graph(path, faults)

    def fault_unless(self, holds, node, what):
        return self.faults.unless(holds, f"{self.path} {node}", what)

    def one(self, node, predicate, is_kind, what):
        """The only object of a predicate; a fault where there is none, several, or one of another kind."""
        found = self.graph.objects(node, predicate)
        if not self.fault_unless(len(set(found)) == 1, node, f"has {len(set(found))} {what}"):
            return None
        self.fault_unless(is_kind(found[0]), node, f"{what} is {found[0]!r}")
        return found[0]

    def iri_below(self, folder, pattern):
        return lambda value: isinstance(value, Iri) and re.fullmatch(re.escape(self.space + folder + "/") + pattern, value) is not None

    def is_text(self, value):
        return isinstance(value, Literal) and value[1] == XSD + "string" and value[0] != ""

    def is_whole(self, value):
        return isinstance(value, Literal) and value[1] == XSD + "integer" and int(value[0]) >= 0

    def check(self):
        for name, iri in {**PREFIXES, "biz": self.space}.items():
            used = any(term.startswith(iri) for quad in self.graph.quads for term in quad[:3] if isinstance(term, Iri))
            said = self.graph.prefixes.get(name)
            self.faults.unless(said == iri or (said is None and not used), self.path, f"prefix {name}: is {said!r}")
        self.mentions = set(self.graph.of_type(ORP + "Mention"))
        instances = [node for node in self.graph.about if self.graph.objects(node, ORP + "attestedIn")]
        for node in instances:
            self.check_instance(node)
        for node in self.mentions:
            self.check_mention(node, set(instances))
        for name in ("Source", "SourceFile", "Pack", "Chunk"):
            for node in self.graph.of_type(ORP + name):
                getattr(self, "check_" + name.lower())(node)
        self.check_facts(set(instances))
        return instances

    def check_instance(self, node):
        self.fault_unless(isinstance(node, Iri), node, "isn't named by an IRI")
        self.fault_unless(self.graph.objects(node, RDF + "type"), node, "has no class")
        labels = self.graph.objects(node, RDFS + "label")
        self.fault_unless(labels and all(isinstance(label, Literal) for label in labels), node, "has no label")
        for source in self.graph.objects(node, ORP + "attestedIn"):
            self.fault_unless(self.iri_below("source", "[a-z0-9_-]+")(source), node, f"is attested in {source!r}")
            self.fault_unless(source in self.graph.of_type(ORP + "Source"), node, f"is attested in {source}, of which nothing is said")
        found = self.graph.objects(node, ORP + "hasMention")
        self.fault_unless(found, node, "has no mention")
        for mention in found:
            self.fault_unless(mention in self.mentions, node, f"has the mention {mention}, which is none")
            self.fault_unless(node in self.graph.objects(mention, ORP + "mentions"), mention, f"doesn't mention {node}")

    def check_mention(self, node, instances):
        self.fault_unless(self.iri_below("mention", "[0-9a-f]{16}")(node), node, "is no name of a mention")
        about = self.one(node, ORP + "mentions", lambda value: value in instances, "instances that it mentions")
        self.fault_unless(about is None or node in self.graph.objects(about, ORP + "hasMention"), node, "isn't among its instance's mentions")
        self.one(node, OA + "motivatedBy", lambda value: value == OA + "identifying", "oa:motivatedBy")
        chunk_iri = self.one(node, ORP + "inChunk", self.iri_below("chunk", r"[A-Za-z0-9_.~%-]+"), "chunks")
        chunk_id = urllib.parse.unquote(chunk_iri[len(self.space + "chunk/"):]) if chunk_iri else ""
        chunk = self.chunks.get(chunk_id)
        self.fault_unless(chunk_iri is None or chunk_iri in self.graph.of_type(ORP + "Chunk"), node, f"is in {chunk_iri}, of which nothing is said")
        self.fault_unless(chunk is not None, node, f"is in {chunk_id!r}, which no file has")
        target = self.one(node, OA + "hasTarget", lambda value: isinstance(value, Blank), "targets")
        if target is None or chunk is None:
            return
        self.fault_unless(OA + "SpecificResource" in self.graph.objects(target, RDF + "type"), node, "points to no oa:SpecificResource")
        self.one(target, OA + "hasSource", lambda value: value == self.space + "file/" + chunk["document_id"], "sources of its target")
        self.check_selectors(node, target, chunk)

    def check_selectors(self, node, target, chunk):
        by_type = {}
        for selector in self.graph.objects(target, OA + "hasSelector"):
            for of_type in self.graph.objects(selector, RDF + "type"):
                self.fault_unless(of_type not in by_type, node, f"has two selectors of the type {of_type}")
                by_type[of_type] = selector
        quote = by_type.get(OA + "TextQuoteSelector")
        if self.fault_unless(quote, node, "has no quote"):
            said = self.one(quote, OA + "exact", self.is_text, "quotes")
            self.fault_unless(said is None or said[0] in chunk["text"], node, f"quotes {said!r}, which doesn't stand in {chunk['chunk_id']}")
            self.fault_unless(said is None or len(said[0].split()) <= 25, node, "quotes more than 25 words")
        where = chunk["provenance"]
        on_page = by_type.get(ORP + "PageSelector")
        if self.fault_unless((on_page is not None) == (where["page"] is not None), node, "has a page, or none, unlike its chunk") and on_page:
            number = self.one(on_page, ORP + "pageStart", self.is_whole, "pages")
            self.fault_unless(number is None or int(number[0]) >= where["page"], node, f"stands on page {number}, its chunk on {where['page']}")
            labels = self.graph.objects(on_page, ORP + "pageLabel")
            self.fault_unless(len(labels) == bool(where["page_label"]), node, f"has the page labels {labels}")
        in_section = by_type.get(ORP + "SectionSelector")
        if self.fault_unless((in_section is not None) == bool(where["section"]), node, "has a section, or none, unlike its chunk") and in_section:
            self.one(in_section, ORP + "sectionTitle", lambda value: value[0] == where["section"], "sections")

    def quote_and_page(self, mention):
        """(quote, page, label), None for what it has not."""
        target = self.graph.objects(mention, OA + "hasTarget")[0]
        said = {}
        for selector in self.graph.objects(target, OA + "hasSelector"):
            for predicate, values in self.graph.about[selector].items():
                said[predicate] = values[0][0]
        return said.get(OA + "exact"), said.get(ORP + "pageStart"), said.get(ORP + "pageLabel")

    def check_source(self, node):
        self.fault_unless(self.iri_below("source", "[a-z0-9_-]+")(node), node, "is no name of a source")
        self.one(node, DCTERMS + "title", self.is_text, "titles")
        self.one(node, DCTERMS + "identifier", lambda value: value[0] == node.rsplit("/", 1)[1], "identifiers")

    def check_sourcefile(self, node):
        self.fault_unless(self.iri_below("file", "doc_[0-9a-f]{16}")(node), node, "is no name of a file")
        self.one(node, ORP + "fileOf", self.iri_below("source", "[a-z0-9_-]+"), "sources")
        self.one(node, ORP + "checksum", lambda value: re.fullmatch("sha256:[0-9a-f]{64}", value[0]), "checksums")
        self.one(node, DCTERMS + "format", lambda value: "/" in value[0], "formats")

    def check_pack(self, node):
        self.one(node, ORP + "packOf", self.iri_below("source", "[a-z0-9_-]+"), "sources")
        self.one(node, ORP + "namedGraph", self.iri_below("graph", "[a-z0-9_-]+"), "named graphs")

    def check_chunk(self, node):
        quoted = self.one(node, DCTERMS + "identifier", self.is_text, "identifiers")
        self.fault_unless(quoted is None or node == self.space + "chunk/" + urllib.parse.quote(quoted[0], safe=""), node, "isn't named after its identifier")
        self.one(node, ORP + "inPack", lambda value: value in self.graph.of_type(ORP + "Pack"), "packs")
        self.one(node, OA + "hasSource", lambda value: value in self.graph.of_type(ORP + "SourceFile"), "files")

    def check_facts(self, instances):
        """Every statement about the domain has a mention of its own: what we do better, 3."""
        stated = {}
        for node in self.graph.of_type(RDF + "Statement"):
            triple = tuple(self.graph.objects(node, RDF + part)[0] for part in ("subject", "predicate", "object"))
            stated.setdefault(triple, set()).update(self.graph.objects(node, ORP + "hasMention"))
        about_facts = {ORP + "attestedIn", ORP + "hasMention"}
        for subject, predicate, value, _ in self.graph.quads:
            if subject in instances and predicate not in about_facts:
                mentions = stated.get((subject, predicate, value), set())
                self.fault_unless(mentions and mentions <= self.mentions, subject, f"has {predicate} {value!r} without a mention")


def check_decisions_graph(path, faults):
    graph = load_graph(path, faults)
    statuses = [value for _, predicate, value, _ in graph.quads if predicate == ORAG + "status"]
    faults.unless(statuses, path, "has no status")
    for status in statuses:
        faults.unless(status in STATUSES, path, f"the status {status} is none of the vocabulary")
