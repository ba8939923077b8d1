#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace grove::document::testing {

/// Builds the bytes of a PDF (ISO 32000-1) without compression, object by object.
class PdfFile {
 public:
  /// Adds an object, `1 0 obj` the first; its number.
  std::size_t add(std::string body);
  std::size_t add_stream(std::string_view dictionary, std::string_view bytes);

  /// The file with a cross-reference table; `root` is the number of its catalog, `trailer` what else its trailer says.
  std::string bytes(std::size_t root, std::string_view trailer = {}) const;

 private:
  std::vector<std::string> objects_;
};

/// A page of a simple file.
struct PdfPage {
  std::string operators;  ///< Its content: "BT /F1 12 Tf 72 700 Td (Hello) Tj ET".
  std::string entries;    ///< What else its dictionary says: "/Rotate 90".
};

/// Operators that show one line of Helvetica; `text` has no parentheses.
std::string show(double x, double y, double size, std::string_view text);

/// A file of A4 pages with the fonts F1 (Helvetica), F2 (Helvetica-Bold) and F3 (Courier); `catalog` is what else its catalog says.
std::string pdf_of(const std::vector<PdfPage>& pages, std::string_view catalog = {});

}  // namespace grove::document::testing
