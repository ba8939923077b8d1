"""What the scripted model says: of the ships, captains and voyages that a passage names."""

import re

ODD = 'Odd "Ship" <b> {c} \\d|^` ?#%41 \u2028 שלום 🚢'
SHIPS = ("Sea Star", "Golden Hind", "Beagle", ODD)
CAPTAINS = ("Anna Berg", "Jörg Wiß", "Robert FitzRoy")


def evidence(quote):
    return [{"quote": quote}]


def proposal(passage):
    ships = [name for name in SHIPS if name in passage]
    captains = [name for name in CAPTAINS if name in passage]
    added = {"classes": [], "datatype_properties": [], "object_properties": [], "events": []}
    if ships:
        seen = evidence(ships[0])
        added["classes"].append({"name": "Ship", "description": "What sails.", "evidence": seen})
        for name, of in (("tonnage", "number"), ("launched", "date"), ("rig", "enum"), ("motto", "any"), ("crew", "integer"), ("afloat", "boolean"),
                         ("lastSeen", "datetime")):
            added["datatype_properties"].append({"name": name, "domain": "Ship", "range": of, "description": f"Its {name}.", "evidence": seen})
        added["object_properties"].append({"name": "sailedTo", "domain": "Ship", "range": "Harbour", "description": "Where it went.", "evidence": seen})
    if captains:
        seen = evidence(captains[0])
        added["classes"].append({"name": "Captain", "description": "Who commands a ship.", "evidence": seen})
        added["classes"].append({"name": "Human", "description": "Somebody.", "evidence": seen})
        added["object_properties"].append({"name": "commands", "domain": "Captain", "range": "Ship", "description": "Which ship.", "evidence": seen})
    if ships and captains:
        added["events"].append({"name": "Voyage", "actors": ["Captain"], "effects": ["Ship"], "description": "A journey.", "evidence": evidence(ships[0])})
    merges = [{"names": ["Captain", "Skipper"], "rationale": "The same office."}] if captains else []
    return {"chunk_id": "made up", "proposed_additions": added, "reuse_instead_of_create": [], "alias_or_merge_suggestions": merges, "warnings": []}


def alignment(message):
    """Captain extends the baseline's Person, Human is it, all else is new."""
    decided = []
    for name in re.findall(r'"name":"(\w+)","domain"', message.split("The proposed terms")[1]):
        action = {"Captain": "extend", "Human": "reuse"}.get(name, "new")
        decided.append({"induced_name": name, "action": action, "baseline_name": "" if action == "new" else "Person", "baseline_domain": "",
                        "baseline_origin": "" if action == "new" else "people", "confidence": "high", "rationale": "By its description."})
    return {"decisions": decided}


def instances(passage):
    found = []
    ships = [name for name in SHIPS if name in passage]
    for name in CAPTAINS:
        if name in passage:
            relations = [{"predicate": "commands", "target_class": "Ship", "target_label": ship, "target_id_hint": ""} for ship in ships]
            found.append({"class": "Captain", "id_hint": "", "label": name, "attributes": {"name": name}, "relations": relations,
                          "mentions": evidence(name)})
    for name in ships:
        attributes = {}
        for key, pattern in (("tonnage", r"([\d.]+) tons"), ("launched", r"launched on (\S+\d)"), ("crew", r"crew of (\d+)"), ("rig", r"rigged as a (\w+)")):
            if said := re.search(pattern, passage):
                attributes[key] = said.group(1)
        found.append({"class": "Ship", "id_hint": "", "label": name, "attributes": attributes, "relations": [], "mentions": evidence(name)})
    found.append({"class": "Ghost", "id_hint": "", "label": "Nobody", "attributes": {}, "relations": [], "mentions": evidence("not there")})
    return {"chunk_id": "made up", "instances": found, "warnings": []}


def answer(system, passage, message):
    if "close to the vocabularies" in system:
        return alignment(message)
    return proposal(passage) if "proposed_additions" in system else instances(passage)
