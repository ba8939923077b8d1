#!/usr/bin/env python3
"""The checks of formats can fail: each finds nothing in a file that is right, and something once one thing of it is otherwise."""

import copy
import hashlib
import os
import tempfile
import unittest

import formats
from graph_format import InstanceGraph

SPACE = "http://my.org/ns/"
HASH = hashlib.sha256(b"x").hexdigest()
ID = "doc_" + HASH[:16]
DOCUMENT = {"document_id": ID, "source_path": "a.md", "source_mime": "text/markdown", "content_hash": HASH, "title": "A", "created_at": "2026-01-01T00:00:00Z",
            "chunks": []}
CHUNK = {"document_id": ID, "chunk_id": ID + "#p2#c0001", "chunk_index": 1, "text": "Anna sails.", "text_hash": hashlib.sha1(b"Anna sails.").hexdigest(),
         "created_at": "2026-01-01T00:00:00Z",
         "provenance": {"source_path": "a.md", "source_mime": "text/markdown", "page": 2, "page_label": "ii", "section": "A > B", "offset_start": 3, "offset_end": 14,
                        "text_snippet": "Anna sails.", "raw": {}}}
CARD = {"version": "2026-01-01T00:00:00Z", "namespace": SPACE, "classes": [{"name": "Anchor", "description": "", "origin": "induced"},
                                                                          {"name": "boat", "description": "", "origin": "x"}],
        "datatype_properties": [{"name": "size", "domain": "boat", "range": "number", "description": "", "origin": "x"}],
        "object_properties": [{"name": "has", "domain": "boat", "range": "Rope", "description": "", "origin": "x"}], "events": [], "aliases": [],
        "warnings": ["ObjectProperty has refers to unknown range class Rope."]}
ALIGNMENT = {"classes": [{"induced_name": "Boat", "action": "extend", "baseline_name": "Ship", "baseline_origin": "x", "confidence": "high", "rationale": ""}],
             "datatype_properties": [], "object_properties": [], "warnings": []}
PROPOSAL = {"classes": [{"name": "Boat", "description": "", "evidence": [{"chunk_id": "c", "quote": "a boat"}]}], "datatype_properties": [],
            "object_properties": [], "events": [], "merge_suggestions": [], "warnings": []}
QUOTED = CHUNK["chunk_id"].replace("#", "%23")
GRAPH = f"""@prefix biz: <{SPACE}> . @prefix orp: <https://ontorag.org/provenance#> . @prefix oa: <http://www.w3.org/ns/oa#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix dcterms: <http://purl.org/dc/terms/> .
<{SPACE}e/anna> a biz:Person ; rdfs:label "Anna" ; orp:attestedIn <{SPACE}source/a> ; orp:hasMention <{SPACE}mention/0123456789abcdef> .
<{SPACE}f/1> a rdf:Statement ; rdf:subject <{SPACE}e/anna> ; rdf:predicate rdf:type ; rdf:object biz:Person ; orp:hasMention <{SPACE}mention/0123456789abcdef> .
<{SPACE}f/2> a rdf:Statement ; rdf:subject <{SPACE}e/anna> ; rdf:predicate rdfs:label ; rdf:object "Anna" ; orp:hasMention <{SPACE}mention/0123456789abcdef> .
<{SPACE}mention/0123456789abcdef> a orp:Mention ; orp:mentions <{SPACE}e/anna> ; oa:motivatedBy oa:identifying ; orp:inChunk <{SPACE}chunk/{QUOTED}> ;
  oa:hasTarget [ a oa:SpecificResource ; oa:hasSource <{SPACE}file/{ID}> ; oa:hasSelector [ a oa:TextQuoteSelector ; oa:exact "Anna" ] ,
    [ a orp:PageSelector ; orp:pageStart 2 ; orp:pageLabel "ii" ] , [ a orp:SectionSelector ; orp:sectionTitle "A > B" ] ] .
<{SPACE}source/a> a orp:Source ; dcterms:title "A" ; dcterms:identifier "a" .
<{SPACE}file/{ID}> a orp:SourceFile ; orp:fileOf <{SPACE}source/a> ; orp:checksum "sha256:{HASH}" ; dcterms:format "text/markdown" .
<{SPACE}pack/a> a orp:Pack ; orp:packOf <{SPACE}source/a> ; orp:namedGraph <{SPACE}graph/a> .
<{SPACE}chunk/{QUOTED}> a orp:Chunk ; dcterms:identifier "{CHUNK['chunk_id']}" ; orp:inPack <{SPACE}pack/a> ; oa:hasSource <{SPACE}file/{ID}> .
"""
GONE = object()


def changed(value, path, to):
    value = copy.deepcopy(value)
    inner = value
    for key in path[:-1]:
        inner = inner[key]
    if to is GONE:
        del inner[path[-1]]
    else:
        inner[path[-1]] = to
    return value


class Checks(unittest.TestCase):
    def hold(self, check, value, changes):
        faults = formats.Faults()
        check(value, "it", faults)
        self.assertEqual(faults, [])
        for path, to in changes:
            faults = formats.Faults()
            check(changed(value, path, to), "it", faults)
            self.assertNotEqual(faults, [], (path, to))

    def test_documents(self):
        self.hold(formats.check_document, DOCUMENT, [(["title"], GONE), (["document_id"], "doc_0123456789abcdef"), (["created_at"], "2026-01-01T00:00:00"),
                                                     (["chunks"], [1]), (["more"], 1)])

    def test_chunks(self):
        self.hold(formats.check_chunk, CHUNK, [(["chunk_id"], ID + "#pNA#c0001"), (["text_hash"], "0" * 40), (["provenance", "page"], 0), (["chunk_index"], "1"),
                                               (["provenance", "text_snippet"], "Anna"), (["provenance", "raw"], GONE), (["provenance", "offset_start"], 15)])

    def test_cards(self):
        self.hold(formats.check_card, CARD, [(["classes", 0, "origin"], GONE), (["classes", 0, "name"], "Crew"), (["datatype_properties", 0, "range"], "decimal"),
                                             (["warnings"], []), (["classes", 1, "name"], "anchor"), (["namespace"], "ns")])

    def test_alignments(self):
        self.hold(formats.check_alignment, ALIGNMENT, [(["classes", 0, "action"], "use"), (["classes", 0, "baseline_name"], None), (["_partial"], True),
                                                       (["classes", 0, "confidence"], "sure"), (["warnings"], GONE)])

    def test_proposals(self):
        check = lambda value, place, faults: formats.check_proposal(value, place, faults, {"c": "There is a boat."})
        self.hold(check, PROPOSAL, [(["classes", 0, "evidence", 0, "quote"], "two boats"), (["events"], GONE), (["classes"], PROPOSAL["classes"] * 2)])

    def test_graphs(self):
        changes = [('oa:exact "Anna"', 'oa:exact "Berta"'), ("orp:pageStart 2", "orp:pageStart 1"), (' ; orp:pageLabel "ii"', ""), ("; oa:motivatedBy oa:identifying", ""),
                   (f" ; orp:attestedIn <{SPACE}source/a>", ""), ("biz:Person ; rdfs", "biz:Person , biz:Captain ; rdfs"), ("sha256:", ""), ("mention/0123456789abcdef", "mention/1"),
                   (f"orp:packOf <{SPACE}source/a> ;", ""), ("oa:hasTarget [", "oa:hasTarget [] , ["), ("@prefix biz:", "@prefix ex: <urn:x> . @prefix biz: <urn:y> . @prefix biz2:")]
        for text in [GRAPH] + [GRAPH.replace(*change) for change in changes]:
            faults = formats.Faults()
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "world.ttl")
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
                InstanceGraph(path, SPACE, {CHUNK["chunk_id"]: CHUNK}, faults).check()
            self.assertEqual(faults == [], text == GRAPH, faults or [change for change in changes if GRAPH.replace(*change) == text])


if __name__ == "__main__":
    unittest.main()
