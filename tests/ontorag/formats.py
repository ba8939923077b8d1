"""Holds files against the page of formats that the older system and Grove share: key by key, types, constraints, and what ties files together.

Every function takes what a file holds and a `Faults`; nothing here knows how Grove writes or reads a file."""

import glob
import hashlib
import json
import os
import re
import urllib.parse

from rdf_text import RDF, XSD, Blank, Graph, Iri, Literal

RDFS = "http://www.w3.org/2000/01/rdf-schema#"
OWL = "http://www.w3.org/2002/07/owl#"
OA = "http://www.w3.org/ns/oa#"
PROV = "http://www.w3.org/ns/prov#"
DCTERMS = "http://purl.org/dc/terms/"
ORP = "https://ontorag.org/provenance#"
ORAG = "https://ontorag.org/vocab#"

INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
DOCUMENT_ID = re.compile(r"doc_[0-9a-f]{16}")
RANGES = {"string", "number", "integer", "boolean", "date", "datetime", "enum", "any"}
SLUG = re.compile(r"[a-z0-9][a-z0-9_-]*")


class Faults(list):
    def add(self, place, what):
        self.append(f"{place}: {what}")

    def unless(self, holds, place, what):
        if not holds:
            self.add(place, what)
        return holds


# Kinds of values: a function that says whether a value is one, with its name.
def kind(name):
    def named(check):
        check.kind = name
        return check

    return named


@kind("a text")
def text(value):
    return isinstance(value, str)


@kind("a text that isn't empty")
def some_text(value):
    return isinstance(value, str) and value.strip() != ""


@kind("a text or null")
def text_or_null(value):
    return value is None or isinstance(value, str)


@kind("a whole number, not below 0")
def count(value):
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


@kind("a page from 1")
def page(value):
    return count(value) and value >= 1


@kind("a page from 1, or null")
def page_or_null(value):
    return value is None or page(value)


@kind("an offset or null")
def offset_or_null(value):
    return value is None or count(value)


@kind("true or false")
def boolean(value):
    return isinstance(value, bool)


@kind("an object")
def mapping(value):
    return isinstance(value, dict)


@kind("a list")
def sequence(value):
    return isinstance(value, list)


@kind("a list of texts")
def texts(value):
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


@kind("an absolute IRI")
def iri(value):
    return isinstance(value, str) and re.fullmatch(r'[A-Za-z][A-Za-z0-9+.-]*:[^\x00-\x20<>"{}|\\^`]*', value) is not None


@kind("a list of absolute IRIs")
def iris(value):
    return isinstance(value, list) and all(iri(each) for each in value)


@kind("an instant in UTC with Z")
def instant(value):
    return isinstance(value, str) and INSTANT.fullmatch(value) is not None


@kind("a name of a slug")
def slug(value):
    return isinstance(value, str) and SLUG.fullmatch(value) is not None


@kind("a list of numbers")
def vector(value):
    return isinstance(value, list) and value != [] and all(isinstance(each, (int, float)) and not isinstance(each, bool) for each in value)


def hexadecimal(digits):
    @kind(f"{digits} hexadecimal digits")
    def check(value):
        return isinstance(value, str) and re.fullmatch(f"[0-9a-f]{{{digits}}}", value) is not None

    return check


def one_of(*values):
    @kind("one of " + ", ".join(map(str, values)))
    def check(value):
        return value in values

    return check


def check_object(value, place, faults, required, optional=None, closed=False):
    """`required` and `optional`: kinds by key. Other keys are faults only where the format is `closed`."""
    if not faults.unless(isinstance(value, dict), place, "is no object"):
        return False
    optional = optional or {}
    for key, is_kind in required.items():
        if faults.unless(key in value, place, f"lacks `{key}`"):
            faults.unless(is_kind(value[key]), place, f"`{key}` is {value[key]!r}, not {is_kind.kind}")
    for key, is_kind in optional.items():
        if key in value:
            faults.unless(is_kind(value[key]), place, f"`{key}` is {value[key]!r}, not {is_kind.kind}")
    if closed:
        for key in value:
            faults.unless(key in required or key in optional, place, f"has `{key}`, which the format doesn't know")
    return True


def unique_pairs(pairs):
    keys = [key for key, _ in pairs]
    if len(keys) != len(set(keys)):
        raise ValueError("a key stands twice")
    return dict(pairs)


def load_json(path, faults):
    with open(path, encoding="utf-8") as file:
        try:
            return json.load(file, object_pairs_hook=unique_pairs)
        except ValueError as error:
            faults.add(path, f"is no JSON: {error}")
            return {}


def load_lines(path, faults):
    items = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file.read().split("\n"), 1):
            if line == "":
                continue
            try:
                items.append(json.loads(line, object_pairs_hook=unique_pairs))
            except ValueError as error:
                faults.add(f"{path}:{number}", f"is no JSON: {error}")
    return items


def load_graph(path, faults):
    with open(path, encoding="utf-8") as file:
        try:
            return Graph(file.read())
        except (ValueError, KeyError) as error:
            faults.add(path, f"is no Turtle: {error}")
            return Graph("")


# DTOs


def check_document(value, place, faults, source=None):
    check_object(value, place, faults,
                 {"document_id": text, "source_path": some_text, "source_mime": some_text, "content_hash": hexadecimal(64),
                  "title": text_or_null, "created_at": instant, "chunks": sequence}, closed=True)
    faults.unless(value.get("chunks") == [], place, "`chunks` isn't empty")
    faults.unless(value.get("document_id") == "doc_" + value.get("content_hash", "")[:16], place, "`document_id` isn't made of `content_hash`")
    if source is not None:
        with open(source, "rb") as file:
            faults.unless(value.get("content_hash") == hashlib.sha256(file.read()).hexdigest(), place, "`content_hash` isn't the file's")


def check_chunk(value, place, faults):
    if not check_object(value, place, faults,
                        {"document_id": text, "chunk_id": text, "chunk_index": count, "text": some_text, "provenance": mapping,
                         "text_hash": hexadecimal(40), "created_at": instant}, closed=True):
        return
    where = value.get("provenance", {})
    check_object(where, place + " provenance", faults,
                 {"source_path": some_text, "source_mime": some_text, "page": page_or_null, "page_label": text_or_null, "section": text_or_null,
                  "offset_start": offset_or_null, "offset_end": offset_or_null, "text_snippet": text, "raw": mapping}, closed=True)
    number = where.get("page")
    wanted = f"{value.get('document_id')}#p{'NA' if number is None else number}#c{str(value.get('chunk_index', 0)).zfill(4)}"
    faults.unless(DOCUMENT_ID.fullmatch(value.get("document_id", "")), place, f"`document_id` is {value.get('document_id')!r}")
    faults.unless(value.get("chunk_id") == wanted, place, f"`chunk_id` is {value.get('chunk_id')!r}, not {wanted!r}")
    said = value.get("text", "")
    faults.unless(value.get("text_hash") == hashlib.sha1(said.encode()).hexdigest(), place, "`text_hash` isn't the text's SHA-1")
    snippet = said if len(said) <= 240 else said[:240] + "…"
    faults.unless(where.get("text_snippet") == snippet, place, "`text_snippet` isn't the first 240 characters, then …")
    start, end = where.get("offset_start"), where.get("offset_end")
    faults.unless(start is None or end is None or start <= end, place, "offsets run backwards")


def check_chunks(path, faults):
    chunks = load_lines(path, faults)
    for number, value in enumerate(chunks, 1):
        check_chunk(value, f"{path}:{number}", faults)
    by_document = {}
    for value in chunks:
        by_document.setdefault(value.get("document_id"), []).append(value.get("chunk_index"))
    for document, indexes in by_document.items():
        faults.unless(indexes == list(range(len(indexes))), path, f"chunks of {document} aren't counted from 0: {indexes}")
    faults.unless(len({value.get("chunk_id") for value in chunks}) == len(chunks), path, "a chunk_id stands twice")
    return chunks


# What a model proposes, and what becomes of it


def squeezed(said):
    """One space for each run of white space: quotes of proposals are read by people, on one line."""
    return " ".join(said.split())


def check_evidence(value, place, faults, chunks=None):
    for number, each in enumerate(value if isinstance(value, list) else []):
        check_object(each, f"{place} evidence[{number}]", faults, {"chunk_id": some_text, "quote": some_text})
        if chunks is not None and isinstance(each, dict):
            said = chunks.get(each.get("chunk_id"))
            faults.unless(said is not None and squeezed(each.get("quote", "")) in squeezed(said), place, f"{each.get('quote')!r} doesn't stand in {each.get('chunk_id')}")


CLASS = {"name": some_text, "description": text}
PROPERTY = {"name": some_text, "domain": text, "range": text, "description": text}
EVENT = {"name": some_text, "actors": texts, "effects": texts, "description": text}
KINDS = {"classes": CLASS, "datatype_properties": PROPERTY, "object_properties": PROPERTY, "events": EVENT}


def same_name(value):
    return value.strip().lower() if isinstance(value, str) else ""


def check_terms(value, place, faults, chunks=None, evidence=True):
    for key, keys in KINDS.items():
        if not faults.unless(isinstance(value.get(key), list), place, f"`{key}` is no list"):
            continue
        for number, item in enumerate(value[key]):
            here = f"{place} {key}[{number}]"
            if check_object(item, here, faults, {**keys, "evidence": sequence} if evidence else keys, {"evidence": sequence}):
                check_evidence(item.get("evidence"), here, faults, chunks)


def check_chunk_proposal(value, place, faults, chunks=None):
    """One line of `proposals.raw.jsonl`: what a model said of one chunk."""
    check_object(value, place, faults,
                 {"chunk_id": some_text, "proposed_additions": mapping, "reuse_instead_of_create": sequence, "alias_or_merge_suggestions": sequence,
                  "warnings": texts})
    check_terms(value.get("proposed_additions", {}), place, faults, chunks, evidence=False)


def check_proposal(value, place, faults, chunks=None):
    check_object(value, place, faults, {**{key: sequence for key in KINDS}, "merge_suggestions": sequence, "warnings": texts})
    check_terms(value, place, faults, chunks)
    for key in ("classes", "events"):
        names = [same_name(item.get("name")) for item in value.get(key, [])]
        faults.unless(len(names) == len(set(names)), place, f"a name stands twice in `{key}`")
    for key in ("datatype_properties", "object_properties"):
        keys = [tuple(same_name(item.get(part)) for part in ("domain", "name", "range")) for item in value.get(key, [])]
        faults.unless(len(keys) == len(set(keys)), place, f"a (domain, name, range) stands twice in `{key}`")


def check_alignment(value, place, faults):
    check_object(value, place, faults, {"classes": sequence, "datatype_properties": sequence, "object_properties": sequence, "warnings": texts},
                 {"_partial": one_of(True)})
    if value.get("warnings") == []:
        faults.unless("_partial" not in value, place, "is partial without a warning")
    common = {"induced_name": some_text, "action": one_of("reuse", "extend", "new"), "baseline_name": text_or_null, "baseline_origin": text_or_null,
              "confidence": one_of("high", "medium", "low"), "rationale": text}
    of_property = {"induced_domain": text_or_null, "induced_range": text_or_null, "baseline_domain": text_or_null}
    for key in ("classes", "datatype_properties", "object_properties"):
        for number, item in enumerate(value.get(key, [])):
            here = f"{place} {key}[{number}]"
            check_object(item, here, faults, common if key == "classes" else {**common, **of_property})
            if item.get("action") in ("reuse", "extend"):
                faults.unless(item.get("baseline_name"), here, f"{item['action']} names no term of the baseline")
                faults.unless(item.get("baseline_origin"), here, f"{item['action']} names no origin")


def check_card(value, place, faults):
    check_object(value, place, faults,
                 {"version": instant, "namespace": iri, "classes": sequence, "datatype_properties": sequence, "object_properties": sequence,
                  "events": sequence, "aliases": sequence, "warnings": texts})
    for key, keys in KINDS.items():
        items = value.get(key, [])
        for number, item in enumerate(items):
            here = f"{place} {key}[{number}]"
            check_object(item, here, faults, {**keys, "origin": some_text})
            if key == "datatype_properties":
                faults.unless(item.get("range") in RANGES, here, f"`range` is {item.get('range')!r}")
        names = [item.get("name", "").lower() for item in items]
        faults.unless(names == sorted(names), place, f"`{key}` isn't sorted by name without regard to case")
    for key in ("classes", "events"):
        names = [same_name(item.get("name")) for item in value.get(key, [])]
        faults.unless(len(names) == len(set(names)), place, f"a name stands twice in `{key}`")
    for key in ("datatype_properties", "object_properties"):
        names = [(same_name(item.get("domain")), same_name(item.get("name"))) for item in value.get(key, [])]
        faults.unless(len(names) == len(set(names)), place, f"a (domain, name) stands twice in `{key}`")
    for number, item in enumerate(value.get("aliases", [])):
        check_object(item, f"{place} aliases[{number}]", faults, {"names": texts, "rationale": text})
    check_card_warnings(value, place, faults)


def check_card_warnings(value, place, faults):
    known = {same_name(item.get("name")) for item in value.get("classes", [])}
    known |= {same_name(item.get("name")) for item in value.get("external_classes", [])}
    wanted = set()
    for item in value.get("datatype_properties", []):
        if item.get("domain") and same_name(item["domain"]) not in known:
            wanted.add(f"DatatypeProperty {item['name']} refers to unknown domain class {item['domain']}.")
    for item in value.get("object_properties", []):
        for end in ("domain", "range"):
            if item.get(end) and same_name(item[end]) not in known:
                wanted.add(f"ObjectProperty {item['name']} refers to unknown {end} class {item[end]}.")
    said = {warning for warning in value.get("warnings", []) if " refers to unknown " in warning}
    faults.unless(said == wanted, place, f"warns {sorted(said - wanted)}, and doesn't warn {sorted(wanted - said)}")
    warnings = value.get("warnings", [])
    faults.unless(warnings == sorted(warnings, key=str.lower), place, "`warnings` isn't sorted")


def check_schema_turtle(path, card, faults):
    graph = load_graph(path, faults)
    types = {"number": "decimal", "any": "string", "enum": "string", "datetime": "dateTime"}
    classes = set(graph.of_type(OWL + "Class")) | set(graph.of_type(RDFS + "Class"))
    for item in card["classes"]:
        own = item.get("iri") or card["namespace"] + urllib.parse.quote(item["name"], safe="")
        faults.unless(own in classes, path, f"has no class {own}")
    for item in card["datatype_properties"]:
        own = item.get("iri") or card["namespace"] + urllib.parse.quote(item["name"], safe="")
        faults.unless(OWL + "DatatypeProperty" in graph.objects(own, RDF + "type"), path, f"has no datatype property {own}")
        wanted = XSD + types.get(item["range"], item["range"])
        faults.unless(wanted in graph.objects(own, RDFS + "range"), path, f"{own} ranges over {graph.objects(own, RDFS + 'range')}, not {wanted}")
    for item in card["object_properties"]:
        own = item.get("iri") or card["namespace"] + urllib.parse.quote(item["name"], safe="")
        faults.unless(OWL + "ObjectProperty" in graph.objects(own, RDF + "type"), path, f"has no object property {own}")
    return graph


def check_catalog(folder, faults):
    place = os.path.join(folder, "catalog.json")
    value = load_json(place, faults)
    check_object(value, place, faults, {"ontologies": sequence})
    entries = value.get("ontologies", [])
    for number, entry in enumerate(entries):
        here = f"{place} ontologies[{number}]"
        check_object(entry, here, faults, {"slug": slug, "label": some_text, "namespace": iri, "description": text, "path": text, "tags": texts})
        faults.unless(entry.get("path") == f"{entry.get('slug')}.ttl", here, f"`path` is {entry.get('path')!r}")
        faults.unless(os.path.isfile(os.path.join(folder, entry.get("path", ""))), here, "its file isn't there")
        load_graph(os.path.join(folder, entry["path"]), faults)
    slugs = [entry.get("slug") for entry in entries]
    faults.unless(slugs == sorted(set(slugs)), place, f"isn't sorted by slug: {slugs}")
