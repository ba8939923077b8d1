#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "model/facts.h"

/// The uncompressed inside of a facts blob (docs/formats/facts.md): tagged sections of columns.
namespace grove::corpus {

/// The tags of sections. On disk: append only, never renumber.
enum class Section : unsigned char {
  kHeader = 1,
  kStrings = 2,
  kSymbols = 3,
  kUnits = 4,
  kReferences = 5,
  kImports = 6,
  kExpressions = 7,
  kAnnotations = 8,
  kParameters = 9,
  kBindings = 10,
  kCallArguments = 11,
  kProperties = 12,
  kTypeParameters = 13,
  kLines = 14,
  kPropertyLines = 15,
  kCallEnds = 16,
  kLambdas = 17,
};

std::string lay_out_facts(const Facts& facts);
/// kCorrupt where the bytes are no layout. The result still has to be checked.
Result<Facts> read_facts(std::string_view layout);
/// kCorrupt unless every string id, index, enumerator and range lies within bounds.
Status check_facts(const Facts& facts);

}  // namespace grove::corpus
