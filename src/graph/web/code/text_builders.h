#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/web/piece_texts.h"

namespace grove::graph::web {

/// A function of a library that makes a text out of others.
struct TextBuilder {
  enum class Makes : std::uint8_t {
    kFirst,             ///< What it is given first: `new Uri(text)`, `str(text)`.
    kReceiver,          ///< What it is asked of: `text.trim()`.
    kFormat,            ///< A format filled in: `fmt.Sprintf(format, …)`.
    kReceiverFormat,    ///< The same: `format.format(…)`.
    kFirstBelowSecond,  ///< `new URL(path, base)`
    kSecondBelowFirst,  ///< `urljoin(base, path)`
    kJoined,            ///< `path.join(a, b, …)`
    kReceiverJoined,    ///< `url.JoinPath(a, …)`
    kAppended,          ///< `text.concat(a, …)`
    kEnvironment,       ///< A variable of the environment: `os.getenv("X")`.
    kUnknown,           ///< Something that is known to be no such text.
  };
  std::string_view receiver;  ///< The last name of what it is asked of; empty: of nothing; `*`: of anything.
  std::string_view name;
  Makes makes = Makes::kFirst;
};
/// Null where a call is none.
const TextBuilder* text_builder(std::string_view name, std::string_view receiver, bool is_new);

/// A piece of a format.
struct FormatPiece {
  bool is_hole = false;
  std::string_view text = {};             ///< Of a hole the name that stands in it.
  std::optional<std::size_t> place = {};  ///< Of a hole that says it, from 0.
};
/// `%s`, `%5.2f`, `%1$s`, `%(name)s`, `{}`, `{0}`, `{0:x}`, `{name}` are holes. Where both kinds stand in a text, percent signs are.
std::vector<FormatPiece> format_pieces(std::string_view format);

/// A path below a base, as URLs are resolved: one that begins with a slash is below the base's host.
std::vector<PieceText> below_base(const std::vector<PieceText>& bases, const std::vector<PieceText>& paths);

}  // namespace grove::graph::web
