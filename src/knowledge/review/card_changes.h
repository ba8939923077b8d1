#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "knowledge/alignment.h"
#include "knowledge/schema_card.h"

namespace grove::knowledge {

enum class ChangeKind { kAdded, kChanged, kRemoved };
std::string_view change_name(ChangeKind kind);  ///< `added`, `changed`, `removed`

struct FieldChange {
  std::string field;   ///< `description`, `range`, …
  std::string before;  ///< As JSON, but for texts; empty for none.
  std::string after;
};

/// One term that a proposed card has otherwise than the approved one.
struct TermChange {
  /// `class:Person`, `datatype:Person.email`, `object:Person.knows`, `event:Sale`, `alias:Bill=Invoice`.
  std::string id;
  ChangeKind kind = ChangeKind::kAdded;
  std::vector<FieldChange> fields;
  std::vector<Evidence> evidence;  ///< Where models saw it.
  std::string before;              ///< The item as JSON; empty where there is none, as the next.
  std::string after;
  /// Of the term and what it is to become: a decision about one proposal is none about another.
  std::string digest;
};

/// What turns one card into the other, in the order of kinds and names. `evidence` may be null.
std::vector<TermChange> card_changes(const SchemaCard& approved, const SchemaCard& proposed, const ProposalOrAlignment* evidence);

/// What one term becomes.
struct TermItem {
  std::string id;
  std::string item;  ///< As JSON; empty: it goes.
};
/// A card with items put in the place of those with these ids. External classes that `other` knows come along. kCorrupt where an item is
/// none.
Result<SchemaCard> with_items(const SchemaCard& card, std::span<const TermItem> items, const SchemaCard& other);

/// What of an id is compared.
std::string normal_id(std::string_view id);

}  // namespace grove::knowledge
