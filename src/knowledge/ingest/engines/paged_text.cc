#include "knowledge/ingest/engines/paged_text.h"

namespace grove::knowledge {

void PagedText::go_to(std::uint64_t page, const std::string& label) {
  if (page <= page_ || page > most_) return;
  while (page_ < page) text.begin_page(++page_ == page ? label : std::string());
}

}  // namespace grove::knowledge
