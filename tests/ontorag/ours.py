#!/usr/bin/env python3
"""usage: ours.py GROVE. Makes every file of the pipeline with every command, and holds each against the page of formats."""

import json
import os
import sys

import script
from dataset_format import Dataset
from formats import (RDFS, Faults, check_alignment, check_card, check_catalog, check_chunks, check_document, check_proposal, check_schema_turtle, load_graph,
                     load_json)
from graph_format import InstanceGraph, check_decisions_graph
from world import ModelServer, World, pdf_of

PEOPLE = """@prefix : <http://example.org/people#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<http://example.org/people> a owl:Ontology ; rdfs:label "People" .
:Person a owl:Class ; rdfs:label "person" ; rdfs:comment "A human being." .
:Harbour a owl:Class ; rdfs:comment "Where ships lie." .
:name a owl:DatatypeProperty ; rdfs:domain :Person ; rdfs:range xsd:string ; rdfs:comment "What one is called." .
:height a owl:DatatypeProperty ; rdfs:domain :Person ; rdfs:range xsd:decimal .
:knows a owl:ObjectProperty ; rdfs:domain :Person ; rdfs:range :Person .
"""
SHIPS = """# Ships

The Sea Star, of 1234.5 tons, was launched on 1901-05-06. She has a crew of 40.

## Captains

Anna Berg commanded the Sea Star. "Nobody" says otherwise.

## Weather

It rained, with `quotes` "and" \\ backslashes — and ümläute.
"""
NAMESPACE = "http://example.org/ns/"
PEOPLE_SPACE = "http://example.org/people#"


def chunks_of(folder, faults):
    chunks = {}
    for name in sorted(os.listdir(os.path.join(folder, "chunks"))):
        for chunk in check_chunks(os.path.join(folder, "chunks", name), faults):
            chunks[chunk["chunk_id"]] = chunk
    return chunks


def step_by_step(world, faults):
    """The commands one by one, as somebody without a dataset's folder uses them."""
    world.write("people.ttl", PEOPLE)
    sources = [world.write("raw/ships.md", SHIPS), world.write("raw/log.pdf", pdf_of([["The Beagle was launched on 1820-05-11."],
                                                                                      ["Robert FitzRoy commanded the Beagle."]])),
               world.write("raw/fleet.csv", "ship,captain\nGolden Hind,Jörg Wiß\n"), world.write("raw/page.html", "<h1>Berths</h1><p>Beagle lay here.</p>"),
               world.write("raw/odd.txt", f"Nobody sails {script.ODD} any more.\n"),
               world.write("raw/long.txt", "Anna Berg sailed on. " * 900 + "\fThe Golden Hind is rigged as a galleon, soon.\n")]
    world.run("kb register-ontology people people.ttl --catalog cat --tags a,b")
    check_catalog(world.path("cat"), faults)
    world.run(f"kb init-schema-card --catalog cat --baselines people --namespace {NAMESPACE} --out card.json")
    check_card(load_json(world.path("card.json"), faults), "card.json", faults)
    world.run("kb", "ingest", *sources, "--out", "dto")
    for name in os.listdir(world.path("dto/documents")):
        if name.endswith(".json"):
            value = load_json(world.path("dto/documents/" + name), faults)
            faults.unless(name == value["document_id"] + ".json", name, "isn't named after its document_id")
            check_document(value, name, faults, value["source_path"])
    chunks = chunks_of(world.path("dto"), faults)
    said = {key: value["text"] for key, value in chunks.items()}
    faults.unless(any(script.ODD in text for text in said.values()), "dto", "the odd name got lost")
    files = [world.path("dto/chunks/" + name) for name in sorted(os.listdir(world.path("dto/chunks")))]
    world.run("kb", "extract-schema", "--chunks", *files, "--schema-card", "card.json", "--out", "proposal.json")
    check_proposal(load_json(world.path("proposal.json"), faults), "proposal.json", faults, said)
    world.run("kb align-schema --proposal proposal.json --baseline card.json --out alignment.json")
    check_alignment(load_json(world.path("alignment.json"), faults), "alignment.json", faults)
    for name in ("proposal", "alignment"):
        world.run(f"kb build-schema-card --previous card.json --proposal {name}.json --out {name}.card.json")
        check_card(load_json(world.path(f"{name}.card.json"), faults), f"{name}.card.json", faults)
    world.run("kb export-schema-ttl --schema-card alignment.card.json --out schema.ttl")
    card = load_json(world.path("alignment.card.json"), faults)
    schema = check_schema_turtle(world.path("schema.ttl"), card, faults)
    above = schema.objects(NAMESPACE + "Captain", RDFS + "subClassOf")
    faults.unless(above == [PEOPLE_SPACE + "Person"], "schema.ttl", f"Captain is below {above}")
    # A proposal alone, and an alignment alone, as the README of the older system has it.
    world.run(f"kb export-schema-ttl --proposal proposal.json --out staging.ttl --namespace {NAMESPACE}")
    world.run(f"kb export-schema-ttl --proposal alignment.json --catalog cat --out aligned.ttl --namespace {NAMESPACE}")
    aligned = load_graph(world.path("aligned.ttl"), faults)
    above = aligned.objects(NAMESPACE + "Captain", RDFS + "subClassOf")
    faults.unless(above == [PEOPLE_SPACE + "Person"], "aligned.ttl", f"Captain is below {above}")
    faults.unless(NAMESPACE + "Human" not in aligned.about, "aligned.ttl", "has a class that is the baseline's Person")
    ends = aligned.objects(NAMESPACE + "sailedTo", RDFS + "range")
    faults.unless(ends == [PEOPLE_SPACE + "Harbour"], "aligned.ttl", f"sailedTo ranges over {ends}")
    world.run("kb review --approved card.json --proposed alignment.card.json --evidence proposal.json --accept-all --by Ada --reason good")
    check_card(load_json(world.path("card.json"), faults), "card.json", faults)
    check_decisions_graph(world.path("decisions.ttl"), faults)
    world.run("kb", "extract-instances", "--chunks", *files, "--schema-card", "card.json", "--out-ttl", "facts.ttl")
    facts = InstanceGraph(world.path("facts.ttl"), NAMESPACE, chunks, faults)
    instances = facts.check()
    pages = {facts.quote_and_page(mention) for mention in facts.mentions}
    faults.unless({("Beagle", "1", "i"), ("Robert FitzRoy", "2", "ii")} <= pages, "facts.ttl", f"cites {pages}")
    faults.unless(len(instances) == 7, "facts.ttl", f"has {len(instances)} instances, not 4 ships and 3 captains")
    labels = {label[0] for node in instances for label in facts.graph.objects(node, RDFS + "label")}
    faults.unless(" ".join(script.ODD.split()) in labels, "facts.ttl", f"has {labels}")


WORKFLOW = """set -e
grove kb register-ontology people ./ontologies/people.ttl --label "People"
grove kb init-schema-card --baselines people --out data/schema/schema_card.json
grove kb ingest data/raw/report.pdf --out data/dto
grove kb ingest data/raw/ships.md --out data/dto
grove kb extract-schema --chunks data/dto/chunks/doc_*.jsonl --schema-card data/schema/schema_card.json --out data/proposals/report.schema.json
grove kb align-schema --proposal data/proposals/report.schema.json --baseline data/schema/schema_card.json --out data/proposals/report.alignment.json
grove kb build-schema-card --previous data/schema/schema_card.json --proposal data/proposals/report.alignment.json --out data/schema/schema_card.json
grove kb export-schema-ttl --proposal data/proposals/report.alignment.json --out data/schema/staging_schema.ttl
grove kb extract-instances --chunks data/dto/chunks/doc_*.jsonl --schema-card data/schema/schema_card.json --out-ttl data/instances/report.instances.ttl
"""


def workflow(world, faults):
    """The steps of the older system's own introduction, as a shell runs them: no folder is there before, names end in patterns."""
    world.write("report/ontologies/people.ttl", PEOPLE)
    world.write("report/data/raw/report.pdf", pdf_of([["The Beagle was launched on 1820-05-11."], ["Robert FitzRoy commanded the Beagle."]]))
    world.write("report/data/raw/ships.md", SHIPS)
    world.shell(WORKFLOW, "report")
    folder = world.path("report/data")
    chunks = chunks_of(folder + "/dto", faults)
    card = load_json(folder + "/schema/schema_card.json", faults)
    check_card(card, "schema_card.json", faults)
    staging = load_graph(folder + "/schema/staging_schema.ttl", faults)
    above = staging.objects(card["namespace"] + "Captain", RDFS + "subClassOf")
    faults.unless(above == [PEOPLE_SPACE + "Person"], "staging_schema.ttl", f"Captain is below {above}")
    instances = InstanceGraph(folder + "/instances/report.instances.ttl", card["namespace"], chunks, faults).check()
    faults.unless(len(instances) == 4, "report.instances.ttl", f"has {len(instances)} instances, not two ships and two captains")


def dataset(world, faults):
    """The same as the stages of a dataset's folder do it."""
    world.write("fleet/manifest.json", json.dumps({"dataset": {"base_iri": NAMESPACE, "slug": "fleet"}, "baselines": ["people"], "hub": {"state": "x"}}))
    world.write("fleet/ontology/baselines/people.ttl", PEOPLE)
    world.write("fleet/content/sources/ships.md", SHIPS)
    world.write("fleet/content/sources/log.pdf", pdf_of([["The Beagle was launched on 1820-05-11."], ["Robert FitzRoy commanded the Beagle."]]))
    world.run("kb run-stage propose fleet")
    world.write("fleet/ontology/schema_card.json", world.read("fleet/ontology/schema_card.proposed.json"))
    world.run("kb run-stage extract fleet")
    world.run("kb", "build-dataset", "fleet", "--name", "My fleet", "--license", "CC0-1.0", "--embedding-model", "static")
    check_catalog(world.path("fleet/ontology/catalog"), faults)
    made = Dataset(world.path("fleet"), faults)
    made.check()
    faults.unless(made.manifest.get("hub") == {"state": "x"}, "manifest.json", "lost `hub.state`")
    faults.unless("embeddings" in made.manifest, "manifest.json", "has no embeddings")


def main():
    faults = Faults()
    with World(sys.argv[1]) as world:
        model = ModelServer(script.answer)
        world.variables.update(OPENROUTER_BASE_URL=model.url, OPENROUTER_API_KEY="k", OPENROUTER_MODEL="scripted")
        step_by_step(world, faults)
        workflow(world, faults)
        dataset(world, faults)
        faults.unless(model.asked, "the model", "was never asked")
    print("\n".join(faults) or "every file is as the page of formats says")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
