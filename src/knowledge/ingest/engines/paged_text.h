#pragma once

#include "document/text_builder.h"

namespace grove::knowledge {

/// Text whose pieces say which page they stand on, in reading order.
class PagedText {
 public:
  PagedText(const document::Budget& budget) : text(budget), most_(budget.limits().pages) {}

  /// What comes next stands on that page; pages in between are empty. Earlier pages, 0, and more than there may be, are passed over.
  void go_to(std::uint64_t page, const std::string& label = {});

  document::TextBuilder text;

 private:
  std::uint64_t page_ = 0;
  std::uint64_t most_;
};

}  // namespace grove::knowledge
