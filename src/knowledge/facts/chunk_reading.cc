#include "knowledge/facts/chunk_reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ranges>
#include <unordered_map>

#include "base/text.h"
#include "knowledge/facts/literal.h"
#include "knowledge/facts/value_places.h"

namespace grove::knowledge {
namespace {

using document::TextSpan;

constexpr std::uint32_t kQuoteWords = 20;
constexpr std::size_t kNone = static_cast<std::size_t>(-1);

class ChunkReader {
 public:
  ChunkReader(const ChunkDto& chunk, const CardTerms& terms) : chunk_(chunk), terms_(terms), text_(chunk.text) {}

  ChunkReading read(const ChunkStatements& statements) {
    for (const std::string& warning : statements.warnings) out_.warnings.push_back(fmt::format("{}: {}", chunk_.chunk_id, warning));
    std::vector<std::size_t> observed;
    for (const StatedInstance& instance : statements.instances) observed.push_back(instance_of(instance));
    for (std::size_t i = 0; i < observed.size(); ++i) {
      if (observed[i] == kNone) continue;
      for (const StatedAttribute& attribute : statements.instances[i].attributes) add_attribute(observed[i], attribute);
      for (const StatedRelation& relation : statements.instances[i].relations) add_relation(observed[i], relation);
    }
    return std::move(out_);
  }

 private:
  void reject(std::string kind, const std::string& label, const std::string& term, const std::string& value, std::string reason) {
    out_.rejects.push_back({chunk_.chunk_id, std::move(kind), label, term, value, std::move(reason)});
  }

  std::size_t observe(Observation observation, std::vector<TextSpan> places) {
    const std::size_t next = out_.observations.size();
    for (const std::string& name : {'l' + normal_label(observation.label), 'h' + normal_label(observation.id_hint)})
      if (name.size() > 1) by_name_[name].push_back(next);
    out_.observations.push_back(std::move(observation));
    out_.places.push_back(std::move(places));
    return out_.observations.size() - 1;
  }

  /// kNone where it is rejected.
  std::size_t instance_of(const StatedInstance& stated) {
    const CardClass* const item = terms_.find_class(stated.class_name);
    const std::string& label = stated.label.empty() ? stated.id_hint : stated.label;
    if (item == nullptr) return reject("instance", label, stated.class_name, {}, "the card has no such class"), kNone;
    if (normal_label(label).empty())
      return reject("instance", label, stated.class_name, {}, "it has neither a label nor an id hint"), kNone;
    std::vector<TextSpan> places;
    constexpr std::size_t kMostQuotes = 100;
    if (stated.quotes.size() > kMostQuotes)
      reject("quote", label, stated.class_name, {},
             fmt::format("of its {} quotes the first {} are looked at", stated.quotes.size(), kMostQuotes));
    for (const std::string& quote : stated.quotes | std::views::take(kMostQuotes)) {
      const auto place = text_.find(quote);
      if (!place) {
        reject("quote", label, stated.class_name, quote, "it does not stand in the chunk");
      } else if (!text_.is_telling(*place, label)) {
        reject("quote", label, stated.class_name, quote, "it is too short to bear anything out");
      } else if (std::ranges::find(places, *place) == places.end()) {
        places.push_back(*place);
      }
    }
    if (places.empty())
      return reject("instance", label, stated.class_name, {}, "no quote of it that says enough stands in the chunk"), kNone;
    return observe({.class_name = item->name, .label = label, .id_hint = stated.id_hint, .chunk_id = chunk_.chunk_id}, std::move(places));
  }

  const CardClass& class_of(std::size_t observation) const { return *terms_.index().find_class(out_.observations[observation].class_name); }

  std::string_view said(TextSpan place) const { return text_.text().substr(place.begin, place.end - place.begin); }

  /// Where the chunk bears out a relation: its own quote; a quote of the instance that has what is looked for; the words around that in the
  /// chunk; else all the quotes of the instance. Nothing where its own quote doesn't stand in the chunk.
  std::optional<std::vector<TextSpan>> evidence(std::size_t observation, const std::string& quote, std::string_view wanted) const {
    if (!quote.empty()) {
      const auto place = text_.find(quote);
      return place && text_.is_telling(*place, wanted) ? std::optional(std::vector{*place}) : std::nullopt;
    }
    std::vector<TextSpan> places;
    for (const TextSpan& place : out_.places[observation])
      if (QuotedText(said(place)).find_name(wanted)) places.push_back(place);
    if (!places.empty()) return places;
    if (const auto found = text_.find_name(wanted)) return std::vector{text_.around(*found, kQuoteWords)};
    return out_.places[observation];
  }

  /// Where the chunk says a value: its own quote, where that says it; the quotes of the instance that do; else the words around it, where
  /// it stands nearest to the instance. A boolean, which no words say, is borne out by the quotes themselves.
  Result<std::vector<TextSpan>> evidence_of_value(std::size_t observation, const std::string& quote, const TypedValue& typed,
                                                  DatatypeRange range) const {
    const std::string& value = typed.literal.value;
    const auto own = quote.empty() ? std::nullopt : text_.find(quote);
    if (!quote.empty() && !own) return fail(ErrorCode::kInvalidArgument, "its quote does not stand in the chunk");
    const std::vector<TextSpan>& quotes = out_.places[observation];
    if (range == DatatypeRange::kBoolean && fits_range(value, range)) return own ? std::vector{*own} : quotes;
    const auto says_it = [&](TextSpan place) { return !value_places(QuotedText(said(place)), value, range).empty(); };
    if (own && says_it(*own)) return std::vector{*own};
    std::vector<TextSpan> places;
    std::ranges::copy_if(quotes, std::back_inserter(places), says_it);
    if (!places.empty()) return places;
    const std::vector<TextSpan> found = value_places(text_, value, range);
    if (found.empty()) return fail(ErrorCode::kInvalidArgument, "the chunk does not say this value");
    const auto distance = [&](const TextSpan& place) {
      std::uint64_t least = UINT64_MAX;
      for (const TextSpan& quote : quotes) least = std::min(least, std::max(place.begin, quote.begin) - std::min(place.begin, quote.begin));
      return least;
    };
    return std::vector{text_.around(std::ranges::min(found, {}, distance), kQuoteWords)};
  }

  void add_attribute(std::size_t observation, const StatedAttribute& attribute) {
    const std::string label = out_.observations[observation].label;
    const CardClass& item = class_of(observation);
    const CardProperty* const property = terms_.datatype_property(item, attribute.name);
    if (property == nullptr) {
      const bool is_relation = terms_.object_property(item, attribute.name) != nullptr;
      return reject("attribute", label, attribute.name, attribute.value,
                    is_relation ? "it is an object property of the card, and needs a target"
                                : fmt::format("the card has no such datatype property of {}", item.name));
    }
    TypedValue typed = typed_value(attribute.value, *property);
    auto places = evidence_of_value(observation, attribute.quote, typed, datatype_range(property->range));
    if (!places) return reject("attribute", label, attribute.name, attribute.value, places.error().message);
    if (!typed.warning.empty()) out_.warnings.push_back(fmt::format("{}: \"{}\": {}", chunk_.chunk_id, label, typed.warning));
    out_.facts.push_back(
        {.observation = observation, .property = property, .value = std::move(typed.literal), .places = std::move(*places)});
  }

  void add_relation(std::size_t observation, const StatedRelation& relation) {
    const std::string label = out_.observations[observation].label;
    const auto refuse = [&](std::string reason) {
      reject("relation", label, relation.predicate, relation.target_label, std::move(reason));
    };
    const CardProperty* const property = terms_.object_property(class_of(observation), relation.predicate);
    if (property == nullptr) return refuse(fmt::format("the card has no such object property of {}", class_of(observation).name));
    const auto target = target_of(relation, *property);
    if (!target) return refuse(target.error().message);
    auto places = evidence(observation, relation.quote, out_.observations[*target].label);
    if (!places) return refuse("its quote does not stand in the chunk");
    out_.facts.push_back({.observation = observation, .property = property, .value = {}, .target = *target, .places = std::move(*places)});
  }

  /// An instance of the same answer, else one whose label stands in the chunk.
  Result<std::size_t> target_of(const StatedRelation& relation, const CardProperty& property) {
    const std::string& label = relation.target_label.empty() ? relation.target_id_hint : relation.target_label;
    if (normal_label(label).empty()) return fail(ErrorCode::kInvalidArgument, "its target has neither a label nor an id hint");
    const std::string class_name = relation.target_class.empty() ? property.range : relation.target_class;
    const CardClass* const item = terms_.find_class(class_name);
    if (const auto known = observed(relation, property, item); known != kNone) return known;
    if (item == nullptr) return fail(ErrorCode::kInvalidArgument, fmt::format("the card has no class {} for its target", class_name));
    if (!terms_.fits_range(property, *item))
      return fail(ErrorCode::kInvalidArgument,
                  fmt::format("its target is a {}, and the card wants a {}", item->name, join(property.points_to(), " or ")));
    const auto place = text_.find_name(label);
    if (!place) return fail(ErrorCode::kInvalidArgument, "its target does not stand in the chunk");
    return observe({.class_name = item->name, .label = label, .id_hint = relation.target_id_hint, .chunk_id = chunk_.chunk_id},
                   {text_.around(*place, kQuoteWords)});
  }

  std::size_t observed(const StatedRelation& relation, const CardProperty& property, const CardClass* item) const {
    std::size_t best = kNone;
    for (const std::string& name : {'l' + normal_label(relation.target_label), 'h' + normal_label(relation.target_id_hint)}) {
      const auto found = by_name_.find(name);
      if (found == by_name_.end()) continue;
      const auto fits = [&](std::size_t i) {
        // What one answer calls a Person here and an Engineer there, where engineers are persons, is one.
        const std::string& seen = out_.observations[i].class_name;
        const bool same_class = item == nullptr || terms_.index().is_a(seen, item->name) || terms_.index().is_a(item->name, seen);
        return same_class && terms_.fits_range(property, class_of(i));
      };
      const auto first = std::ranges::find_if(found->second, fits);
      if (first != found->second.end()) best = std::min(best, *first);
    }
    return best;
  }

  const ChunkDto& chunk_;
  const CardTerms& terms_;
  QuotedText text_;
  ChunkReading out_;
  std::unordered_map<std::string, std::vector<std::size_t>> by_name_;  // observations by label, behind `l`, and id hint, behind `h`
};

}  // namespace

ChunkReading read_chunk_statements(const ChunkDto& chunk, const ChunkStatements& statements, const CardTerms& terms) {
  return ChunkReader(chunk, terms).read(statements);
}

}  // namespace grove::knowledge
