"""Holds the folder of a dataset against the page of formats: format 0.1, and the files of `run-stage`."""

import glob
import os
import re

from formats import (ORP, boolean, check_alignment, check_card, check_chunk_proposal, check_chunks, check_object, check_proposal, check_schema_turtle, count,
                     hexadecimal, instant, iri, iris, load_graph, load_json, load_lines, mapping, one_of, page, sequence, slug, some_text, text, texts, vector)
from graph_format import InstanceGraph
from rdf_text import Blank


class Dataset:
    def __init__(self, folder, faults):
        self.folder, self.faults = folder, faults
        self.manifest = load_json(self.path("manifest.json"), faults)
        self.chunks = {}

    def path(self, name):
        return os.path.join(self.folder, name)

    def check(self, parts=("stages", "published")):
        self.check_manifest()
        if "stages" in parts:
            self.check_stages()
        if "published" in parts:
            self.check_registers()
            self.check_shards()
            self.check_entities()
            self.check_vectors()

    def check_manifest(self):
        place, value = self.path("manifest.json"), self.manifest
        check_object(value, place, self.faults, {"ontorag": some_text, "dataset": mapping, "ontology": mapping, "content": mapping},
                     {"embeddings": mapping, "composition": mapping})
        self.faults.unless(value.get("ontorag") == "0.1", place, f"`ontorag` is {value.get('ontorag')!r}")
        check_object(value.get("dataset"), place + " dataset", self.faults, {"id": some_text, "name": some_text, "version": some_text},
                     {"base_iri": iri, "slug": slug, "openrouter_model": text, "openrouter_base_url": text, "concurrency": count})
        check_object(value.get("ontology"), place + " ontology", self.faults, {"graph": some_text, "entity_index": some_text, "base_iri": iri})
        check_object(value.get("content"), place + " content", self.faults, {"chunks_glob": some_text})
        for name in (value["ontology"].get("graph", ""), value["ontology"].get("entity_index", "")):
            self.faults.unless(os.path.isfile(self.path(name)), place, f"names {name}, which isn't there")
        if "composition" in value:
            self.faults.unless(value["composition"].get("model") == "packs", place, "`composition.model` isn't packs")
        if "embeddings" in value:
            check_object(value["embeddings"], place + " embeddings", self.faults,
                         {"vectors_glob": some_text, "dim": page, "metric": one_of("cosine", "dot", "euclidean"), "provider": some_text, "model": some_text,
                          "normalized": boolean, "alignment": one_of("by_id")})

    def check_stages(self):
        working = check_chunks(self.path("content/chunks.jsonl"), self.faults)
        self.chunks = {chunk["chunk_id"]: chunk for chunk in working}
        said = {chunk_id: chunk["text"] for chunk_id, chunk in self.chunks.items()}
        if os.path.exists(self.path("content/chunks.pending.jsonl")):
            for chunk in check_chunks(self.path("content/chunks.pending.jsonl"), self.faults):
                self.faults.unless(chunk == self.chunks.get(chunk["chunk_id"]), self.folder, f"{chunk['chunk_id']} is pending and not among the chunks")
        for name in ("schema_card.baseline", "schema_card.proposed", "schema_card"):
            place = self.path(f"ontology/{name}.json")
            check_card(load_json(place, self.faults), place, self.faults)
        place = self.path("ontology/proposals.raw.jsonl")
        for number, value in enumerate(load_lines(place, self.faults), 1):
            check_chunk_proposal(value, f"{place}:{number}", self.faults, said)
        place = self.path("ontology/proposal.json")
        check_proposal(load_json(place, self.faults), place, self.faults, said)
        place = self.path("ontology/alignment.json")
        check_alignment(load_json(place, self.faults), place, self.faults)
        check_schema_turtle(self.path("ontology/schema.ttl"), load_json(self.path("ontology/schema_card.json"), self.faults), self.faults)
        self.check_ledger()
        base = self.manifest["dataset"].get("base_iri") or self.manifest["ontology"]["base_iri"]
        world = InstanceGraph(self.path("ontology/world.ttl"), base, self.chunks, self.faults)
        world.check()
        self.check_named_graphs(world)

    def check_named_graphs(self, world):
        """`world.trig` says the same as `world.ttl`, each document in the graph that its pack names."""
        place = self.path("ontology/world.trig")
        named = load_graph(place, self.faults)
        packs = {each for pack in world.graph.of_type(ORP + "Pack") for each in world.graph.objects(pack, ORP + "namedGraph")}
        graphs = {quad[3] for quad in named.quads}
        self.faults.unless(graphs == packs, place, f"has the graphs {graphs}, packs name {packs}")
        said = [{tuple(None if isinstance(term, Blank) else term for term in quad[:3]) for quad in graph.quads} for graph in (world.graph, named)]
        self.faults.unless(said[0] == said[1], place, f"differs from world.ttl in {said[0] ^ said[1]}")

    def check_ledger(self):
        place = self.path("ontology/extraction_state.json")
        value = load_json(place, self.faults)
        check_object(value, place, self.faults, {"extract-schema": mapping, "extract-instances": mapping})
        documents = {chunk["document_id"] for chunk in self.chunks.values()}
        for step, state in value.items():
            check_object(state, f"{place} {step}", self.faults, {"documents": texts, "updated": instant, "card": hexadecimal(16)})
            self.faults.unless(set(state.get("documents", [])) <= documents, place, f"{step} names documents without chunks")

    def check_registers(self):
        place = self.path("content/sources.json")
        self.sources = load_json(place, self.faults)
        for name, value in self.sources.items():
            here = f"{place} {name}"
            self.faults.unless(slug(name), here, "is no slug")
            check_object(value, here, self.faults,
                         {"title": some_text, "path": some_text, "license": text, "status": some_text, "bytes": count, "chunks": count},
                         {"document_id": some_text, "sha256": hexadecimal(64)})
            self.faults.unless("document_id" in value or "sha256" in value, here, "has neither document_id nor sha256")
            file = self.path(value.get("path", ""))
            self.faults.unless(os.path.isfile(file) and os.path.getsize(file) == value.get("bytes"), here, "`bytes` isn't the size of its file")
        place = self.path("content/books.json")
        books = load_json(place, self.faults)
        for name, value in books.items():
            check_object(value, f"{place} {name}", self.faults, {"title": some_text, "path": some_text, "requires": texts})
            self.faults.unless(set(value.get("requires", [])) <= set(books), f"{place} {name}", "requires what isn't there")
        self.faults.unless(set(books) == set(self.sources), place, "isn't of the same sources as sources.json")
        place = self.path("ontology/prefixes.json")
        for name, value in load_json(place, self.faults).items():
            self.faults.unless(re.fullmatch(r"[A-Za-z][\w.-]*", name) and iri(value), place, f"{name}: {value!r} is no prefix")

    def files_of(self, pattern):
        return sorted(glob.glob(self.path(pattern)))

    def check_shards(self):
        self.passages, linked = {}, set()
        for file in self.files_of(self.manifest["content"]["chunks_glob"]):
            name = os.path.splitext(os.path.basename(file))[0]
            self.faults.unless(name in self.sources, file, "is of no source of sources.json")
            lines = load_lines(file, self.faults)
            for number, value in enumerate(lines, 1):
                here = f"{file}:{number}"
                check_object(value, here, self.faults, {"id": some_text, "doc": some_text, "text": some_text},
                             {"seq": count, "heading_path": texts, "page": page, "page_end": page, "page_label": some_text, "n_words": count,
                              "token_est": count, "entities": iris}, closed=True)
                self.faults.unless(value.get("doc") == name, here, f"`doc` is {value.get('doc')!r}")
                self.faults.unless(value.get("page_end", 1 << 30) >= value.get("page", 1), here, "ends before its page")
                self.faults.unless(value.get("id") not in self.passages, here, "has the id of another chunk")
                self.passages[value.get("id")] = value
                linked |= set(value.get("entities", []))
            if name in self.sources:
                self.faults.unless(len(lines) == self.sources[name]["chunks"], file, "has another number of chunks than sources.json says")
        if self.chunks:
            same = {chunk_id: chunk["text"] for chunk_id, chunk in self.chunks.items()}
            self.faults.unless({key: value["text"] for key, value in self.passages.items()} == same, self.folder, "shards and chunks.jsonl differ")
        self.linked = linked

    def check_entities(self):
        place = self.path(self.manifest["ontology"]["entity_index"])
        self.entities = {}
        for number, value in enumerate(load_lines(place, self.faults), 1):
            check_object(value, f"{place}:{number}", self.faults, {"iri": iri, "types": iris, "label": some_text},
                         {"aliases": texts, "summary": text, "tags": texts, "attestedIn": sequence, "definedIn": sequence})
            self.faults.unless(value.get("types"), f"{place}:{number}", "has no type")
            self.faults.unless(value.get("iri") not in self.entities, f"{place}:{number}", "stands twice")
            self.entities[value.get("iri")] = value
        self.faults.unless(self.linked <= set(self.entities), place, f"lacks {sorted(self.linked - set(self.entities))}")
        for passage in self.passages.values():
            for each in passage.get("entities", []):
                names = [self.entities[each]["label"], *self.entities[each].get("aliases", [])] if each in self.entities else []
                # An entity that is linked has an occurrence of a name: what we do better, 15.
                self.faults.unless(any(name.lower() in passage["text"].lower() for name in names), passage["id"], f"is linked to {each}, whose name it hasn't")

    def check_vectors(self):
        said = self.manifest.get("embeddings")
        if said is None:
            return
        seen = set()
        for file in self.files_of(said["vectors_glob"]):
            for number, value in enumerate(load_lines(file, self.faults), 1):
                here = f"{file}:{number}"
                check_object(value, here, self.faults, {"id": some_text, "vector": vector}, closed=True)
                self.faults.unless(len(value["vector"]) == said["dim"], here, f"has {len(value['vector'])} numbers")
                if said["normalized"]:
                    self.faults.unless(abs(sum(each * each for each in value["vector"]) - 1) < 1e-3, here, "isn't of length 1")
                seen.add(value["id"])
        self.faults.unless(seen == set(self.passages), self.folder, "vectors aren't of the chunks")
        place = self.path("embeddings/config.json")
        value = load_json(place, self.faults)
        check_object(value, place, self.faults,
                     {"provider": some_text, "model": some_text, "dim": page, "metric": one_of("cosine", "dot", "euclidean"), "normalized": boolean,
                      "input": text, "built_at": instant, "note": text})
        for key in ("provider", "model", "dim", "metric", "normalized"):
            self.faults.unless(value.get(key) == said.get(key), place, f"`{key}` isn't the manifest's")
