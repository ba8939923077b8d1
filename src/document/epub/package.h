#pragma once

#include <map>
#include <string>
#include <vector>

#include "document/archive/zip_archive.h"

namespace grove::document {

/// What the package document of a book says.
struct EpubPackage {
  std::string title;
  std::vector<std::string> pages;             ///< Members in reading order, the page that holds only the table of contents left out.
  std::map<std::string, std::string> titles;  ///< Of pages, by member, as the table of contents calls their begin.
};

/// kCorrupt where the archive is no book.
Result<EpubPackage> read_epub_package(ZipArchive& archive, Budget& budget);

}  // namespace grove::document
