#!/usr/bin/env python3
"""usage: theirs.py GROVE. Files as other programs write them by the page of formats (other orders of keys, keys left out, keys more, older
provenance) are read by each command, and mean what they say."""

import hashlib
import json
import os
import sys
import urllib.parse

import script
from formats import RDFS
from rdf_text import XSD, Graph
from world import ModelServer, World, get

NAMESPACE = "http://my.org/ns/"
DOCUMENT = "doc_00112233445566aa"


class Checks(list):
    def equal(self, got, wanted, what):
        if got != wanted:
            self.append(f"{what}: {got!r}, not {wanted!r}")

    def holds(self, condition, what):
        if not condition:
            self.append(what)


def chunk(index, text, **provenance):
    where = {"text_snippet": text[:240], "raw": {"node_id": "0007", "engine": {"name": "other"}}, "source_mime": "application/pdf",
             "source_path": "/elsewhere/raw/log.pdf", **provenance}
    page = where.get("page")
    return {"created_at": "2026-02-12T10:00:00.123456Z", "text_hash": hashlib.sha1(text.encode()).hexdigest(), "provenance": where, "text": text,
            "chunk_index": index, "document_id": DOCUMENT, "chunk_id": f"{DOCUMENT}#p{page or 'NA'}#c{index:04d}", "embedding_hint": None}


def jsonl(items):
    return "".join(json.dumps(item, ensure_ascii=False) + "\n" for item in items)


def prepare(world):
    world.write("cat/foaf.ttl", """@prefix foaf: <http://xmlns.com/foaf/0.1/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
foaf:Person a owl:Class ; rdfs:label "Person" . foaf:knows a owl:ObjectProperty ; rdfs:domain foaf:Person ; rdfs:range foaf:Person .
foaf:name a owl:DatatypeProperty ; rdfs:domain foaf:Person .""")
    world.write("cat/catalog.json", json.dumps({"generator": "other", "ontologies": [
        {"path": "foaf.ttl", "namespace": "http://xmlns.com/foaf/0.1/", "slug": "foaf", "label": "Friend of a Friend", "added": "2026-01-01"}]}))
    # A card without the keys that Grove adds; an event and an alias with only what they need.
    world.write("card.json", json.dumps({
        "warnings": [], "aliases": [{"rationale": "FOAF uses both", "names": ["Person", "Agent"]}], "events": [{"name": "Voyage", "origin": "induced"}],
        "object_properties": [{"range": "Ship", "domain": "Captain", "name": "commands", "description": "", "origin": "induced"}],
        "datatype_properties": [{"name": "tonnage", "domain": "Ship", "range": "number", "description": "Its weight.", "origin": "induced"},
                                {"name": "launched", "domain": "Ship", "range": "date", "origin": "induced"}],
        "classes": [{"origin": "foaf", "name": "Person", "description": "A human being."}, {"origin": "induced", "name": "Ship"},
                    {"name": "Captain", "origin": "induced", "description": None}],
        "namespace": NAMESPACE, "version": "2026-02-12T10:00:00.654321Z", "x_reviewed": {"by": "Bo"}}))
    world.write("dto/chunks/log.jsonl", jsonl([
        chunk(0, "The Beagle, of 242 tons, was launched on 1820-05-11.", page=12, page_label="xii", section="Ships > Beagle", offset_start=0, offset_end=51),
        chunk(1, "Robert FitzRoy commanded the Beagle.", page=None), chunk(2, "Nothing more.")]) + "\n\n")


def cards(world, checks):
    world.run(f"kb init-schema-card --catalog cat --baselines foaf --namespace {NAMESPACE} --out init.json")
    made = json.loads(world.read("init.json"))
    checks.equal([(each["name"], each["origin"]) for each in made["classes"]], [("Person", "foaf")], "classes of another's catalog")
    world.write("proposal.json", json.dumps({
        "merge_suggestions": [], "classes": [{"name": " ship "}, {"name": "Captain", "description": "Who commands a ship at sea."}],
        "object_properties": [], "events": [], "warnings": None,
        "datatype_properties": [{"name": "Launched", "domain": "SHIP", "range": "string", "description": "The day it first swam.", "evidence": []},
                                {"name": "crew", "domain": "Crew", "range": "xsd:integer"}], "model": "other/model"}))
    world.run("kb build-schema-card --previous card.json --proposal proposal.json --out next.json")
    made = json.loads(world.read("next.json"))
    checks.equal(made["x_reviewed"], {"by": "Bo"}, "keys that Grove doesn't know")
    checks.equal([each["name"] for each in made["classes"]], ["Captain", "Person", "Ship"], "classes after a merge")
    launched = next(each for each in made["datatype_properties"] if each["name"] == "launched")
    checks.equal((launched["range"], launched["description"]), ("date", "The day it first swam."), "the approved range and the longer description")
    checks.equal(made["warnings"], ["DatatypeProperty crew refers to unknown domain class Crew.", "Ship.launched keeps its range date; string was proposed."], "warnings")
    world.run("kb build-schema-card --previous card.json --proposal proposal.json --catalog cat --out named.json")
    iris = {each["name"]: each.get("iri") for each in json.loads(world.read("named.json"))["classes"]}
    checks.equal((iris["Person"], iris["Ship"]), ("http://xmlns.com/foaf/0.1/Person", None), "IRIs of baselines in another's card")
    # Without induced_domain and induced_range, and without the proposal's descriptions.
    world.write("alignment.json", json.dumps({
        "object_properties": [], "warnings": [], "datatype_properties": [
            {"induced_name": "weight", "action": "extend", "baseline_name": "tonnage", "baseline_domain": "Ship", "baseline_origin": "induced",
             "confidence": "low", "rationale": "", "induced_domain": "Ship", "induced_range": "number"}],
        "classes": [{"rationale": "Is one.", "confidence": "high", "baseline_origin": "foaf", "baseline_name": "Person", "action": "reuse", "induced_name": "Human"},
                    {"induced_name": "Skipper", "action": "extend", "baseline_name": "Person", "baseline_origin": "foaf", "confidence": "medium", "rationale": "x"},
                    {"induced_name": "Reef", "action": "new", "baseline_name": None, "baseline_origin": None, "confidence": "high", "rationale": "none"}]}))
    world.run("kb build-schema-card --previous card.json --proposal alignment.json --out aligned.json")
    made = {each["name"]: each for each in json.loads(world.read("aligned.json"))["classes"]}
    checks.equal(sorted(made), ["Captain", "Person", "Reef", "Ship", "Skipper"], "classes of another's alignment")
    checks.equal((made["Skipper"]["subclass_of"], made["Skipper"]["origin"], made["Person"]["origin"]), (["Person"], "induced", "foaf"), "an extension")
    world.run("kb export-schema-ttl --schema-card aligned.json --out schema.ttl")
    checks.holds("subClassOf" in world.read("schema.ttl"), "schema.ttl says nothing of Skipper's class")
    open_changes = json.loads(world.run("--json kb review --approved card.json --proposed aligned.json"))["pending"]
    checks.holds({"class:Reef", "class:Skipper"} <= {each["term"] for each in open_changes}, "the review misses terms of another's card")


def model_steps(world, model, checks):
    files = "--chunks dto/chunks/log.jsonl --schema-card card.json"
    world.run(f"kb extract-schema {files} --out proposed.json")
    checks.holds('"Ship"' in world.read("proposed.json"), "nothing was proposed from another's chunks")
    # Interrupted after classes: only the two other categories are asked.
    world.write("resumed.json", json.dumps({"_partial": True, "warnings": ["classes: x"], "object_properties": [], "datatype_properties": [], "classes": [
        {"induced_name": "Ship", "action": "new", "baseline_name": None, "baseline_origin": None, "confidence": "high", "rationale": "theirs"}]}))
    before = len(model.asked)
    world.run("kb align-schema --proposal proposed.json --baseline card.json --out resumed.json")
    checks.equal(len(model.asked) - before, 2, "questions of a resumed alignment")
    checks.equal([each["rationale"] for each in json.loads(world.read("resumed.json"))["classes"]], ["theirs"], "what another decided")
    world.run(f"kb extract-instances {files} --out-ttl facts.ttl")
    facts = world.read("facts.ttl")
    for wanted in ('orp:pageLabel "xii"', "Ships > Beagle", '"242"^^xsd:decimal', '"1820-05-11"^^xsd:date', 'oa:exact "Robert FitzRoy"'):
        checks.holds(wanted in facts or wanted.replace('"242"^^xsd:decimal', "242") in facts, f"facts.ttl lacks {wanted}")


OLDER = f"""@prefix biz: <{NAMESPACE}> . @prefix prov: <http://www.w3.org/ns/prov#> . @prefix mcp: <{NAMESPACE}mcp/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
biz:ship_beagle a biz:Ship ; rdfs:label "Beagle" ; biz:tonnage 242.0 ;
  prov:wasDerivedFrom [ a mcp:Mention ; prov:value "The Beagle, of 242 tons" ; mcp:chunkId "{DOCUMENT}#p12#c0000" ; mcp:page 12 ;
    mcp:pageLabel "xii" ; mcp:section "Ships > Beagle" ; mcp:sourcePath "/elsewhere/raw/log.pdf" ] ,
  [ a mcp:Mention ; prov:value "the Beagle" ; mcp:chunkId "{DOCUMENT}#pNA#c0001" ; mcp:sourcePath "/elsewhere/raw/log.pdf" ] .
"""


def rows(text):
    return [{name: value["value"] for name, value in row.items()} for row in json.loads(text)["results"]["bindings"]]


class Mcp:
    """A client of MCP over streamable HTTP, as plain as can be."""

    def __init__(self, url):
        self.url, self.headers = url + "/mcp", {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        self.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}})

    def ask(self, method, params):
        import urllib.request
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
        with urllib.request.urlopen(urllib.request.Request(self.url, data=body, headers=self.headers), timeout=30) as answer:
            if session := answer.headers.get("Mcp-Session-Id"):
                self.headers["Mcp-Session-Id"] = session
            text = answer.read().decode()
        data = [line[5:].strip() for line in text.splitlines() if line.startswith("data:")]
        return json.loads(next((each for each in reversed(data) if each), text))["result"]

    def tools(self):
        return {tool["name"]: tool["inputSchema"] for tool in self.ask("tools/list", {})["tools"]}

    def call(self, name, **arguments):
        return self.ask("tools/call", {"name": name, "arguments": arguments})

    def text(self, name, **arguments):
        answer = self.call(name, **arguments)
        assert not answer.get("isError"), answer
        return answer["content"][0]["text"]


KNOWLEDGE = {"describe": ["iri", "accept"], "list_by_class": ["class_iri", "limit"], "outgoing": ["iri", "limit"], "incoming": ["iri", "limit"],
             "mentions": ["iris", "limit"], "sparql_select": ["query"], "sparql_construct": ["query", "accept"]}
KNOWLEDGE_DEFAULTS = {("list_by_class", "limit"): 50, ("outgoing", "limit"): 100, ("incoming", "limit"): 100,
                      ("mentions", "limit"): 8}
CATALOG = {"list_ontologies": [], "inspect_ontology": ["slug"], "search_classes": ["query"], "search_properties": ["query"],
           "compose": ["slugs", "target_namespace"], "add_ontology": ["slug", "ttl_content", "label", "description", "tags"]}


def check_tools(tools, wanted, defaults, required, checks):
    checks.equal({name: list(schema.get("properties", {})) for name, schema in tools.items()}, wanted, "tools with their parameters")
    for (tool, parameter), value in defaults.items():
        checks.equal(tools[tool]["properties"][parameter].get("default"), value, f"default of {parameter} of {tool}")
    checks.equal({name: schema.get("required", []) for name, schema in tools.items()}, required, "parameters that are needed")


def knowledge_server(world, checks):
    world.write("older.ttl", OLDER)
    client = Mcp(world.serve("kb mcp-server --onto schema.ttl --inst older.ttl"))
    check_tools(client.tools(), KNOWLEDGE, KNOWLEDGE_DEFAULTS,
                {"describe": ["iri"], "list_by_class": ["class_iri"], "outgoing": ["iri"], "incoming": ["iri"], "mentions": ["iris"],
                 "sparql_select": ["query"], "sparql_construct": ["query"]}, checks)
    beagle = NAMESPACE + "ship_beagle"
    mentions = json.loads(client.text("mentions", iris=[beagle]))
    checks.equal(mentions["head"]["vars"], ["s", "quote", "source", "chunkId", "page", "section"], "variables of mentions")
    found = sorted(rows(json.dumps(mentions)), key=lambda row: row["quote"])
    checks.equal(found[0], {"s": beagle, "quote": "The Beagle, of 242 tons", "source": "/elsewhere/raw/log.pdf", "chunkId": f"{DOCUMENT}#p12#c0000",
                            "page": "12", "section": "Ships > Beagle"}, "a mention of an older graph")
    checks.equal(len(found), 2, "mentions of an older graph")
    checks.equal(len(rows(client.text("mentions", iris=[beagle], limit=1))), 1, "mentions with a limit")
    checks.equal([row["s"] for row in rows(client.text("list_by_class", class_iri=NAMESPACE + "Ship"))], [beagle], "list_by_class")
    checks.holds(any(row["p"].endswith("#label") for row in rows(client.text("outgoing", iri=beagle))), "outgoing misses the label")
    checks.equal(rows(client.text("incoming", iri=beagle)), [], "incoming")
    described = client.text("describe", iri=beagle)
    checks.holds((beagle, RDFS + "label", ("Beagle", XSD + "string", ""), None) in Graph(described).quads, f"describe says {described}")
    checks.holds(isinstance(json.loads(client.text("describe", iri=beagle, accept="application/ld+json")), list), "describe doesn't heed `accept`")
    checks.equal(rows(client.text("sparql_select", query=f"SELECT ?l WHERE {{ <{beagle}> <http://www.w3.org/2000/01/rdf-schema#label> ?l }}")),
                 [{"l": "Beagle"}], "sparql_select")
    made = client.text("sparql_construct", query=f"CONSTRUCT {{ <{beagle}> a <urn:x> }} WHERE {{}}", accept="application/n-triples")
    checks.equal(made.strip(), f"<{beagle}> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <urn:x> .", "sparql_construct")
    for name, arguments in (("describe", {"iri": "urn:x> } DELETE WHERE { ?s ?p ?o"}), ("sparql_select", {"query": "DROP ALL"}),
                            ("outgoing", {"iri": "urn:x\\u003E ?p ?o } #"})):
        checks.holds(client.call(name, **arguments).get("isError"), f"{name} takes {arguments}")


def catalog_server(world, checks):
    client = Mcp(world.serve("kb ontology-mcp --catalog cat"))
    check_tools(client.tools(), CATALOG, {},
                {"list_ontologies": [], "inspect_ontology": ["slug"], "search_classes": ["query"], "search_properties": ["query"], "compose": ["slugs"],
                 "add_ontology": ["slug", "ttl_content"]}, checks)
    checks.holds("Friend of a Friend" in client.text("list_ontologies"), "list_ontologies misses another's entry")
    checks.holds("http://xmlns.com/foaf/0.1/knows" in client.text("inspect_ontology", slug="foaf"), "inspect_ontology misses a property")
    checks.holds("Person" in client.text("search_classes", query="pers") and "knows" in client.text("search_properties", query="knows"), "search finds nothing")
    composed = json.loads(client.text("compose", slugs=["foaf"], target_namespace=NAMESPACE))
    checks.equal((composed["namespace"], composed["classes"][0]["origin"]), (NAMESPACE, "foaf"), "compose")
    client.text("add_ontology", slug="reefs", ttl_content="<urn:Reef> a <http://www.w3.org/2002/07/owl#Class> .", label="Reefs", description="d", tags=["sea"])
    listed = {entry["slug"]: entry for entry in json.loads(world.read("cat/catalog.json"))["ontologies"]}
    checks.equal((listed["foaf"].get("added"), listed["reefs"]["tags"]), ("2026-01-01", ["sea"]), "catalog.json after add_ontology")
    checks.equal(json.loads(world.read("cat/catalog.json")).get("generator"), "other", "keys of another's catalog")


def graph_server(world, checks):
    url = world.serve("kb sparql-server --onto schema.ttl --inst older.ttl")
    query = "SELECT ?s WHERE { ?s a <%sShip> }" % NAMESPACE
    wanted = [{"s": NAMESPACE + "ship_beagle"}]
    form = "application/x-www-form-urlencoded"
    for how, answer in {"GET": get(f"{url}/sparql?query={urllib.parse.quote(query)}"),
                        "a form": get(url + "/sparql", ("query=" + urllib.parse.quote(query)).encode(), {"Content-Type": form}),
                        "a query": get(url + "/sparql", query.encode(), {"Content-Type": "application/sparql-query"}),
                        "JSON": get(url + "/sparql", json.dumps({"query": query}).encode(), {"Content-Type": "application/json"})}.items():
        checks.equal((answer[0], rows(answer[2]) if answer[0] == 200 else answer[2]), (200, wanted), f"/sparql by {how}")
    for accept in ("text/csv", "text/tab-separated-values", "application/sparql-results+xml", "application/sparql-results+json"):
        checks.equal(get(f"{url}/sparql?query={urllib.parse.quote(query)}", headers={"Accept": accept})[:2], (200, accept), "the type of an answer")
    construct = urllib.parse.quote("CONSTRUCT { ?s a ?c } WHERE { ?s a ?c }")
    for accept in ("text/turtle", "application/n-triples", "application/ld+json", "application/rdf+xml"):
        checks.equal(get(f"{url}/sparql?query={construct}", headers={"Accept": accept})[:2], (200, accept), "the type of a graph")
    health, stats = json.loads(get(url + "/health")[2]), json.loads(get(url + "/stats")[2])
    checks.equal((sorted(health), health["ok"], health["triples"] == stats["triples"]), (["ok", "triples"], True, True), "/health and /stats")
    world.write("older.ttl", OLDER + "biz:more a biz:Ship .\n")
    checks.equal(get(url + "/reload", b"", method="POST")[0], 200, "/reload")
    checks.equal(json.loads(get(url + "/stats")[2])["triples"], stats["triples"] + 1, "triples after /reload")


def dataset(world, model, checks):
    """A folder whose chunks, proposals and graph another made: nothing of it is lost or asked again."""
    text = "The Beagle, of 242 tons, was launched on 1820-05-11. Robert FitzRoy commanded the Beagle."
    source = world.write("theirs/content/sources/log.txt", text)
    with open(source, "rb") as file:
        document = "doc_" + hashlib.sha256(file.read()).hexdigest()[:16]
    parts = [{**chunk(i, part, page=0, page_label="0", source_path="/elsewhere/content/sources/log.txt", source_mime=None),
              "document_id": document, "chunk_id": f"{document}#p0#c{i:04d}"} for i, part in enumerate((text[:52], text[53:]))]
    world.write("theirs/content/chunks.jsonl", jsonl(parts))
    world.write("theirs/manifest.json", json.dumps({
        "hub": {"state": "published"}, "composition": {"model": "packs", "spine": "log"}, "ontorag": "0.1", "content": {"chunks_glob": "content/chunks/*.jsonl"},
        "dataset": {"version": "3.2.1", "name": "Theirs", "id": "theirs", "concurrency": 2, "openrouter_model": "their/model", "license": "CC0-1.0"},
        "ontology": {"base_iri": NAMESPACE, "entity_index": "ontology/entities.jsonl", "graph": "ontology/world.ttl"}}))
    world.write("theirs/ontology/schema_card.json", world.read("card.json"))
    world.write("theirs/ontology/world.ttl", OLDER.replace(f"{DOCUMENT}#p12#c0000", parts[0]["chunk_id"]).replace(f"{DOCUMENT}#pNA#c0001", parts[1]["chunk_id"])
                .replace("raw/log.pdf", "content/sources/log.txt"))
    world.write("theirs/ontology/proposals.raw.jsonl", jsonl(
        {"warnings": [], "alias_or_merge_suggestions": [], "reuse_instead_of_create": [], "chunk_id": part["chunk_id"],
         "proposed_additions": {"classes": [{"name": "Reef", "description": "", "evidence": [{"chunk_id": part["chunk_id"], "quote": "Beagle"}]}]}}
        for part in parts))
    done = {"documents": [document], "updated": "2026-02-12T10:00:00Z", "card": "0123456789abcdef"}
    world.write("theirs/ontology/extraction_state.json", json.dumps({"extract-schema": {key: done[key] for key in ("documents", "updated")}, "extract-instances": done}))
    world.write("theirs/content/sources.json", json.dumps({"log-0a1b2c": {"license": "OGL", "title": "Log", "path": "content/sources/log.txt", "note": "by hand"}}))
    world.write("theirs/content/books.json", json.dumps({"log": {"title": "Log", "path": "log.txt", "requires": ["rules"]}}))

    world.run("kb build-dataset theirs")
    manifest = json.loads(world.read("theirs/manifest.json"))
    checks.equal((manifest["hub"], manifest["composition"], manifest["dataset"]["version"]), ({"state": "published"}, {"model": "packs", "spine": "log"}, "3.2.1"),
                 "the manifest of another")
    entities = [json.loads(line) for line in world.read("theirs/ontology/entities.jsonl").splitlines()]
    checks.equal([(each["iri"], each["label"], each["types"], each["attestedIn"]) for each in entities],
                 [(NAMESPACE + "ship_beagle", "Beagle", [NAMESPACE + "Ship"], ["log"])], "entities of an older graph")
    lines = [json.loads(line) for line in world.read("theirs/content/chunks/log.jsonl").splitlines()]
    checks.equal([(each["id"], each.get("entities")) for each in lines], [(part["chunk_id"], [NAMESPACE + "ship_beagle"]) for part in parts], "links of older chunks")
    checks.equal([key for each in lines for key in each if key == "page"], [], "pages below 1")
    sources, books = json.loads(world.read("theirs/content/sources.json")), json.loads(world.read("theirs/content/books.json"))
    checks.equal((sources["log"]["license"], sources["log"]["note"], books["log"]["requires"]), ("OGL", "by hand", ["rules"]), "what people wrote into registers")

    before = len(model.asked)
    world.run("kb run-stage propose theirs")
    checks.equal(len(model.asked) - before, 0, "questions about what another proposed already")
    kept = [json.loads(line)["chunk_id"] for line in world.read("theirs/content/chunks.jsonl").splitlines()]
    checks.equal(kept, [part["chunk_id"] for part in parts], "chunks of another")
    checks.holds("Reef" in world.read("theirs/ontology/schema_card.proposed.json"), "what another proposed is lost")
    world.run("kb run-stage extract theirs --cache answers.theirs")
    checks.equal([asked[0] for asked in model.asked[before:]], ["scripted"] * 2, "questions of the extraction")
    checks.holds("orp:Mention" in world.read("theirs/ontology/world.ttl"), "the graph has no mention")


def settings(world, model, checks):
    """Variables, flags before the command, and a file of variables: flags win over variables, these over the file."""
    quiet = {name: world.variables.pop(name) for name in ("OPENROUTER_BASE_URL", "OPENROUTER_API_KEY", "OPENROUTER_MODEL")}
    world.write("chunks.jsonl", jsonl([chunk(7, "Anna Berg commanded the Sea Star.")]))
    command = "kb extract-schema --chunks chunks.jsonl --schema-card card.json --out p.json --cache answers"

    def asked(words, variables):
        world.variables.update(variables)
        before = len(model.asked)
        world.run(words)
        for name in variables:
            del world.variables[name]
        return model.asked[before:][0]

    by_flags = asked(f"-j 2 --slim-card --model flag/model --base-url {model.url} --api-key flag-key {command}1", {"OPENROUTER_MODEL": "variable/model", "OPENROUTER_APP_NAME": "App",
                                                                                               "OPENROUTER_SITE_URL": "https://site.example"})
    checks.equal(by_flags[:2], ("flag/model", "Bearer flag-key"), "flags before the command")
    checks.equal((by_flags[2].get("X-Title"), by_flags[2].get("HTTP-Referer")), ("App", "https://site.example"), "what OpenRouter is told")
    world.write("vars.env", f"OPENROUTER_API_KEY=file-key\nOPENROUTER_MODEL=~file/model\nOPENROUTER_BASE_URL={model.url}\n# more\nBLAZEGRAPH_ENDPOINT=http://x/sparql\n")
    checks.equal(asked(f"{command}2 --env-file vars.env", {})[:2], ("~file/model", "Bearer file-key"), "a file of variables")
    checks.equal(asked(f"{command}3 --env-file vars.env", {"OPENROUTER_MODEL": "variable/model"})[:2], ("variable/model", "Bearer file-key"), "variables over their file")
    shown = world.run(f"--model flag/model kb doctor --base-url {model.url}")
    for wanted in ("model=flag/model", model.url, "API key: not set", "builtin ✓", "docling", "llamaindex", "pageindex", "unstructured"):
        checks.holds(wanted in shown, f"doctor doesn't say {wanted}: {shown}")
    world.variables["ONTORAG_INGEST_ENGINE"] = "docling"
    world.variables["PATH"], path = "/nowhere", world.variables.get("PATH", "")
    world.write("note.md", "# A note\n\nIt says something.\n")
    checks.holds("docling" in world.run("kb ingest note.md --out dto2", fails=True), "ONTORAG_INGEST_ENGINE isn't heeded")
    world.variables["PATH"] = path
    del world.variables["ONTORAG_INGEST_ENGINE"]
    world.run("kb ingest note.md --out dto2")
    with open(world.path("note.md"), "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    checks.equal(world.run("kb ingest note.md --out dto2"), f"SKIP ingest: already ingested (document_id=doc_{digest[:16]}, hash={digest})\n", "a document that is known")
    # What another program ingested is known by its content, whatever else its records say.
    world.write("old.md", "# Old\n\nIt was read before.\n")
    with open(world.path("old.md"), "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    record = world.write(f"dto3/documents/doc_{digest[:16]}.json", json.dumps({
        "chunks": [], "title": None, "content_hash": digest, "document_id": "doc_" + digest[:16], "source_path": "/elsewhere/old.md", "source_mime": "text/markdown",
        "created_at": "2026-02-12T10:00:00.123456Z", "engine": "builtin"}))
    world.write(f"dto3/chunks/doc_{digest[:16]}.jsonl", "")
    before = (os.stat(record).st_mtime_ns, world.read(f"dto3/chunks/doc_{digest[:16]}.jsonl"))
    checks.holds(not world.run("kb ingest old.md --out dto3").startswith("SKIP"), "a record whose file is not there any more is written again")
    checks.holds(before[0] != os.stat(record).st_mtime_ns, "the record of the file that is there")
    checks.holds(world.run("kb ingest old.md --out dto3").startswith("SKIP ingest: already ingested"), "a document that is known is read again")
    world.variables.update(quiet)


def stores(world, checks):
    """load-ttl and sparql-update change the server that the older variable names."""
    url = world.serve("kb sparql-server --writable --onto schema.ttl")
    world.variables["BLAZEGRAPH_ENDPOINT"] = url + "/sparql"
    world.run("kb load-ttl --file older.ttl --graph urn:staging:schema")
    world.write("promote.rq", f"INSERT {{ ?s a <{NAMESPACE}Promoted> }} WHERE {{ GRAPH <urn:staging:schema> {{ ?s a <{NAMESPACE}Ship> }} }}")
    world.run("kb sparql-update --query-file promote.rq")
    del world.variables["BLAZEGRAPH_ENDPOINT"]
    query = urllib.parse.quote(f"SELECT ?s WHERE {{ ?s a <{NAMESPACE}Promoted> }}")
    checks.holds({"s": NAMESPACE + "ship_beagle"} in rows(get(f"{url}/sparql?query={query}")[2]), "sparql-update changed nothing")
    client = Mcp(world.serve(f"kb mcp-server --sparql-endpoint {url}/sparql"))
    checks.equal(len(rows(client.text("mentions", iris=[NAMESPACE + "ship_beagle"]))), 2, "mentions of a graph on another server")


def main():
    checks = Checks()
    with World(sys.argv[1]) as world:
        model = ModelServer(script.answer)
        world.variables.update(OPENROUTER_BASE_URL=model.url, OPENROUTER_API_KEY="k", OPENROUTER_MODEL="scripted")
        prepare(world)
        cards(world, checks)
        model_steps(world, model, checks)
        knowledge_server(world, checks)
        catalog_server(world, checks)
        graph_server(world, checks)
        stores(world, checks)
        settings(world, model, checks)
        dataset(world, model, checks)
    print("\n".join(checks) or "files of others are read as the page of formats says")
    return 1 if checks else 0


if __name__ == "__main__":
    sys.exit(main())
