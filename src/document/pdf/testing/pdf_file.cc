#include "document/pdf/testing/pdf_file.h"

#include <cstdio>

namespace grove::document::testing {
namespace {

std::string reference(std::size_t number) { return std::to_string(number) + " 0 R"; }

}  // namespace

std::size_t PdfFile::add(std::string body) {
  objects_.push_back(std::move(body));
  return objects_.size();
}

std::size_t PdfFile::add_stream(std::string_view dictionary, std::string_view bytes) {
  std::string body = "<< /Length " + std::to_string(bytes.size()) + " ";
  body.append(dictionary).append(" >>\nstream\n").append(bytes).append("\nendstream");
  return add(std::move(body));
}

std::string PdfFile::bytes(std::size_t root, std::string_view trailer) const {
  std::string file = "%PDF-1.7\n";
  std::string table = "xref\n0 " + std::to_string(objects_.size() + 1) + "\n0000000000 65535 f \n";
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    std::string entry(24, '\0');
    entry.resize(static_cast<std::size_t>(std::snprintf(entry.data(), entry.size(), "%010zu 00000 n \n", file.size())));
    table += entry;
    file += std::to_string(i + 1) + " 0 obj\n" + objects_[i] + "\nendobj\n";
  }
  const std::size_t place = file.size();
  file += table + "trailer\n<< /Size " + std::to_string(objects_.size() + 1) + " /Root " + reference(root) + " ";
  file.append(trailer).append(" >>\nstartxref\n").append(std::to_string(place)).append("\n%%EOF\n");
  return file;
}

std::string show(double x, double y, double size, std::string_view text) {
  std::string line = "BT /F1 " + std::to_string(size) + " Tf " + std::to_string(x) + " " + std::to_string(y) + " Td (";
  return line.append(text).append(") Tj ET\n");
}

std::string pdf_of(const std::vector<PdfPage>& pages, std::string_view catalog) {
  PdfFile file;
  std::string fonts;
  int number = 0;
  for (const std::string_view name : {"Helvetica", "Helvetica-Bold", "Courier"}) {
    std::string font = "<< /Type /Font /Subtype /Type1 /Encoding /WinAnsiEncoding /BaseFont /";
    fonts += " /F" + std::to_string(++number) + " " + reference(file.add(font.append(name).append(" >>")));
  }
  const std::size_t tree = static_cast<std::size_t>(number) + 2 * pages.size() + 1;
  std::string kids;
  for (const PdfPage& page : pages) {
    const std::size_t content = file.add_stream("", page.operators);
    kids += reference(file.add("<< /Type /Page /Parent " + reference(tree) + " /MediaBox [0 0 595 842] /Contents " + reference(content) +
                               " /Resources << /Font <<" + fonts + " >> >> " + page.entries + " >>")) +
            " ";
  }
  file.add("<< /Type /Pages /Count " + std::to_string(pages.size()) + " /Kids [" + kids + "] >>");
  std::string root = "<< /Type /Catalog /Pages " + reference(tree) + " ";
  return file.bytes(file.add(root.append(catalog).append(" >>")));
}

}  // namespace grove::document::testing
