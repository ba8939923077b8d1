#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace grove {

/// A language of code or text. The values stand on disk: append only, never renumber.
enum class Language : std::uint8_t {
  kPlainText = 0,
  kBash = 1,
  kC = 2,
  kCSharp = 3,
  kCpp = 4,
  kCss = 5,
  kDart = 6,
  kElixir = 7,
  kGo = 8,
  kGroovy = 9,
  kHaskell = 10,
  kHtml = 11,
  kJava = 12,
  kJavaScript = 13,
  kJson = 14,
  kJulia = 15,
  kMake = 16,
  kObjectiveC = 17,
  kOCaml = 18,
  kPhp = 19,
  kPowerShell = 20,
  kProperties = 21,
  kPython = 22,
  kRuby = 23,
  kRust = 24,
  kScala = 25,
  kScss = 26,
  kSwift = 27,
  kTypeScript = 28,
  kTsx = 29,
  kSvelte = 30,
  kVue = 31,
  kHcl = 32,
  kKotlin = 33,
  kLua = 34,
  kMarkdown = 35,
  kToml = 36,
  kXml = 37,
  kYaml = 38,
  kZig = 39,
  kSql = 40,
  kR = 41,
  kCMake = 42,
  kDockerfile = 43,
  kProto = 44,
  kGraphQl = 45,
  kFortran = 46,
  kErlang = 47,
  kOCamlInterface = 48,
  kJsx = 49,
  kPerl = 50,
  kIni = 51,
  kDocument = 52,  ///< PDF, EPUB and office files: what is searched is the text extracted from them.
  kDataset = 53,   ///< Lines of JSON that are chunks of documents, or entities.
};
inline constexpr int kLanguageCount = 54;

/// "python", "csharp", "plaintext", …: the stable lower-case name used in JSON and `--language`.
std::string_view language_name(Language language);
/// The language of a stable name; also accepts usual aliases ("c++", "c#", "ts", "js", "golang").
std::optional<Language> language_of_name(std::string_view name);

/// Whether files are read through a text that is extracted from them: kDocument and kDataset.
bool is_extracted(Language language);
/// Whether a file's name ends as those do that are read so. They may be larger than code.
bool has_document_name(std::string_view path);

}  // namespace grove
