#include "knowledge/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "base/timestamp.h"
#include "knowledge/card_index.h"

namespace grove::knowledge {
namespace {

std::string by_name(const std::string& name) { return normal_name(name); }

void keep_longer(std::string& had, const std::string& offered) {
  if (offered.size() > had.size()) had = offered;
}

void add_once(std::vector<std::string>& texts, const std::string& text) {
  if (!text.empty() && std::ranges::find(texts, text) == texts.end()) texts.push_back(text);
}

void add_name_once(std::vector<std::string>& names, const std::string& name) {
  const bool there = std::ranges::any_of(names, [&](const std::string& known) { return normal_name(known) == normal_name(name); });
  if (!name.empty() && !there) names.push_back(name);
}

/// A card that takes terms up by their identity.
class Merging {
 public:
  explicit Merging(SchemaCard card) : card_(std::move(card)) {
    for (std::size_t i = 0; i < card_.classes.size(); ++i) classes_.try_emplace(normal_name(card_.classes[i].name), i);
    for (std::size_t i = 0; i < card_.events.size(); ++i) events_.try_emplace(normal_name(card_.events[i].name), i);
    enter(datatype_, card_.datatype_properties);
    enter(object_, card_.object_properties);
  }

  void take(const Proposal& proposal) {
    for (const ProposedClass& one : proposal.terms.classes) put_class(class_of(one.name, one.description));
    for (const ProposedProperty& one : proposal.terms.datatype_properties) put_datatype(property_of(one));
    for (const ProposedProperty& one : proposal.terms.object_properties) put_object(property_of(one));
    take_rest(proposal.terms.events, proposal.merge_suggestions, proposal.warnings);
  }

  void take(const Alignment& alignment) {
    for (const AlignedTerm& one : alignment.classes) take_class(one);
    for (const AlignedTerm& one : alignment.datatype_properties)
      take_property(one, card_.datatype_properties, datatype_, &Merging::put_datatype);
    for (const AlignedTerm& one : alignment.object_properties) take_property(one, card_.object_properties, object_, &Merging::put_object);
    take_rest(alignment.events, alignment.merge_suggestions, alignment.warnings);
  }

  SchemaCard finish() { return std::move(card_); }

 private:
  using Identity = std::pair<std::string, std::string>;  // domain and name
  using PropertyMap = std::map<Identity, std::size_t>;

  static void enter(PropertyMap& map, const std::vector<CardProperty>& properties) {
    for (std::size_t i = 0; i < properties.size(); ++i)
      for (const std::string& domain : properties[i].applies_to())
        map.try_emplace({normal_name(domain), normal_name(properties[i].name)}, i);
  }

  static CardClass class_of(const std::string& name, const std::string& description) {
    return {.name = name, .description = description, .origin = std::string(kInducedOrigin)};
  }
  static CardProperty property_of(const ProposedProperty& one) {
    return {
        .name = one.name, .domain = one.domain, .range = one.range, .description = one.description, .origin = std::string(kInducedOrigin)};
  }

  /// Proposed names that an alignment says are another's.
  std::string resolved(const std::string& class_name) const {
    const auto found = reused_.find(normal_name(class_name));
    return found == reused_.end() ? class_name : found->second;
  }

  void put_class(CardClass item) {
    const auto [at, is_new] = classes_.try_emplace(normal_name(item.name), card_.classes.size());
    if (is_new) return card_.classes.push_back(std::move(item));
    CardClass& had = card_.classes[at->second];
    keep_longer(had.description, item.description);
    for (const std::string& above : item.subclass_of)
      if (normal_name(above) != normal_name(had.name)) add_name_once(had.subclass_of, above);
  }

  void put_property(CardProperty item, std::vector<CardProperty>& properties, PropertyMap& map) {
    const auto [at, is_new] = map.try_emplace({normal_name(item.domain), normal_name(item.name)}, properties.size());
    if (is_new) return properties.push_back(std::move(item));
    CardProperty& had = properties[at->second];
    keep_longer(had.description, item.description);
    for (const std::string& above : item.subproperty_of) add_once(had.subproperty_of, above);
    if (normal_name(had.range) == normal_name(item.range) || item.range.empty()) return;
    add_once(card_.warnings, fmt::format("{}.{} keeps its range {}; {} was proposed.", had.domain, had.name, had.range, item.range));
  }

  void put_datatype(CardProperty item) {
    item.domain = resolved(item.domain);
    item.range = range_name(datatype_range(item.range));
    put_property(std::move(item), card_.datatype_properties, datatype_);
  }
  void put_object(CardProperty item) {
    item.domain = resolved(item.domain);
    item.range = resolved(item.range);
    put_property(std::move(item), card_.object_properties, object_);
  }

  /// An alignment's word about a class that the card doesn't have is told, and the class is taken as new.
  void take_class(const AlignedTerm& term) {
    const auto baseline = classes_.find(normal_name(term.baseline_name));
    const bool known = term.action == AlignAction::kNew || baseline != classes_.end();
    if (!known)
      add_once(card_.warnings, fmt::format("Class {} is aligned to the unknown class {}.", term.induced_name, term.baseline_name));
    if (known && term.action == AlignAction::kReuse) return reuse(term, card_.classes[baseline->second]);
    CardClass item = class_of(term.induced_name, term.description);
    if (known && term.action == AlignAction::kExtend) item.subclass_of = {card_.classes[baseline->second].name};
    put_class(std::move(item));
  }

  void reuse(const AlignedTerm& term, const CardClass& baseline) {
    if (normal_name(term.induced_name) == normal_name(baseline.name)) return;
    reused_.try_emplace(normal_name(term.induced_name), baseline.name);
    put_alias({.names = {baseline.name, term.induced_name}, .rationale = term.rationale, .origin = std::string(kInducedOrigin)});
  }

  void take_property(const AlignedTerm& term, std::vector<CardProperty>& properties, const PropertyMap& map,
                     void (Merging::*put)(CardProperty)) {
    const auto baseline = map.find({normal_name(term.baseline_domain), normal_name(term.baseline_name)});
    const bool known = term.action == AlignAction::kNew || baseline != map.end();
    if (!known) {
      add_once(card_.warnings, fmt::format("Property {} is aligned to the unknown property {} of {}.", term.induced_name,
                                           term.baseline_name, term.baseline_domain.empty() ? "anything" : term.baseline_domain));
    }
    if (known && term.action == AlignAction::kReuse) {
      // A property of another class than those it applies to: its domain grows, its IRI stays.
      CardProperty& had = properties[baseline->second];
      if (normal_name(term.induced_name) != normal_name(had.name))
        put_alias({.names = {had.name, term.induced_name}, .rationale = term.rationale, .origin = std::string(kInducedOrigin)});
      return widen(had, resolved(term.induced_domain));
    }
    CardProperty item{.name = term.induced_name,
                      .domain = term.induced_domain,
                      .range = term.induced_range,
                      .description = term.description,
                      .origin = std::string(kInducedOrigin)};
    if (known && term.action == AlignAction::kExtend) {
      const CardProperty& above = properties[baseline->second];
      add_once(item.subproperty_of, above.iri.empty() ? card_.name_space + rdf::iri_segment(above.name) : above.iri);
    }
    (this->*put)(std::move(item));
  }

  void widen(CardProperty& property, const std::string& domain) const {
    std::vector<std::string> domains = property.applies_to();
    if (domain.empty() || domains.front().empty()) return;  // it applies to anything already
    const CardIndex index(card_);
    if (std::ranges::any_of(domains, [&](const std::string& one) { return index.is_a(domain, one); })) return;
    add_name_once(domains, domain);
    if (domains.size() > 1) property.domains = std::move(domains);
  }

  void put_alias(CardAlias alias) {
    std::set<std::string> names;
    for (const std::string& name : alias.names) names.insert(normal_name(name));
    if (names.size() < 2) return;
    for (CardAlias& had : card_.aliases) {
      std::set<std::string> known;
      for (const std::string& name : had.names) known.insert(normal_name(name));
      if (known != names) continue;
      return keep_longer(had.rationale, alias.rationale);
    }
    card_.aliases.push_back(std::move(alias));
  }

  void take_rest(const std::vector<ProposedEvent>& events, const std::vector<MergeSuggestion>& suggestions,
                 const std::vector<std::string>& warnings) {
    for (const ProposedEvent& one : events) put_event(one);
    for (const MergeSuggestion& one : suggestions)
      put_alias({.names = one.names, .rationale = one.rationale, .origin = std::string(kInducedOrigin)});
    for (const std::string& one : warnings) add_once(card_.warnings, one);
  }

  void put_event(const ProposedEvent& event) {
    const auto [at, is_new] = events_.try_emplace(normal_name(event.name), card_.events.size());
    if (is_new)
      card_.events.push_back({.name = event.name, .actors = {}, .effects = {}, .description = {}, .origin = std::string(kInducedOrigin)});
    CardEvent& had = card_.events[at->second];
    keep_longer(had.description, event.description);
    for (const std::string& actor : event.actors) add_name_once(had.actors, resolved(actor));
    for (const std::string& effect : event.effects) add_name_once(had.effects, effect);
  }

  SchemaCard card_;
  std::map<std::string, std::size_t> classes_;
  std::map<std::string, std::size_t> events_;
  PropertyMap datatype_;
  PropertyMap object_;
  std::map<std::string, std::string> reused_;
};

std::vector<std::string> unknown_classes(const SchemaCard& card) {
  const CardIndex index(card);
  std::vector<std::string> warnings;
  const auto check = [&](std::string_view kind, const CardProperty& item, std::string_view end, const std::string& name) {
    if (!name.empty() && index.find_class(name) == nullptr)
      add_once(warnings, fmt::format("{} {} refers to unknown {} class {}.", kind, item.name, end, name));
  };
  for (const CardProperty& item : card.datatype_properties)
    for (const std::string& name : item.applies_to()) check("DatatypeProperty", item, "domain", name);
  for (const CardProperty& item : card.object_properties) {
    for (const std::string& name : item.applies_to()) check("ObjectProperty", item, "domain", name);
    for (const std::string& name : item.points_to()) check("ObjectProperty", item, "range", name);
  }
  return warnings;
}

bool is_about_unknown_class(const std::string& warning) {
  const bool kind = warning.starts_with("DatatypeProperty ") || warning.starts_with("ObjectProperty ");
  return kind && (warning.find(" refers to unknown domain class ") != warning.npos ||
                  warning.find(" refers to unknown range class ") != warning.npos);
}

}  // namespace

void settle(SchemaCard& card) {
  std::erase_if(card.warnings, is_about_unknown_class);
  for (const std::string& warning : unknown_classes(card)) add_once(card.warnings, warning);
  const auto order = [](auto& items) {
    std::ranges::stable_sort(items, [](const auto& a, const auto& b) {
      const auto key = [](const auto& item) { return std::pair(by_name(item.name), item.name); };
      return key(a) < key(b);
    });
  };
  const auto order_properties = [](std::vector<CardProperty>& items) {
    const auto key = [](const CardProperty& item) { return std::tuple(by_name(item.name), by_name(item.domain), item.name, item.iri); };
    std::ranges::stable_sort(items, [&](const CardProperty& a, const CardProperty& b) { return key(a) < key(b); });
  };
  order(card.classes);
  order_properties(card.datatype_properties);
  order_properties(card.object_properties);
  order(card.events);
  order(card.external_classes);
  std::ranges::stable_sort(card.aliases, {},
                           [](const CardAlias& alias) { return alias.names.empty() ? "" : by_name(alias.names.front()); });
  std::ranges::sort(card.warnings,
                    [](const std::string& a, const std::string& b) { return std::pair(by_name(a), a) < std::pair(by_name(b), b); });
}

SchemaCard merge(const SchemaCard& previous, const ProposalOrAlignment& proposal, const Clock& clock) {
  Merging merging(previous);
  std::visit([&](const auto& one) { merging.take(one); }, proposal);
  SchemaCard card = merging.finish();
  card.version = rfc3339(unix_ms(clock));
  settle(card);
  return card;
}

SchemaCard empty_card(std::string name_space, const Clock& clock) {
  SchemaCard card;
  card.version = rfc3339(unix_ms(clock));
  card.name_space = std::move(name_space);
  return card;
}

}  // namespace grove::knowledge
