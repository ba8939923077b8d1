#include "document/office/pptx_reader.h"

#include <fmt/format.h>

#include "document/office/package.h"
#include "document/office/pptx_slide.h"

namespace grove::document {
namespace {

/// The members of the slides, in the order in which they are shown.
std::vector<std::string> slides_of(const MarkupTree& presentation, const Relationships& related) {
  std::vector<std::string> slides;
  const std::uint32_t list = presentation.descend(0, "presentation/sldIdLst");
  if (list == MarkupNode::kNone) return slides;
  for (std::uint32_t slide = presentation[list].first_child; slide != MarkupNode::kNone; slide = presentation[slide].next)
    if (presentation[slide].name == "sldId") slides.push_back(related.path_of_id(presentation[slide].attribute("r:id")));
  return slides;
}

class PptxReader final : public DocumentReader {
 public:
  std::string_view name() const override { return "pptx"; }

  Result<Document> read(const ReadRequest& request, const CancelToken& cancel) const override {
    Budget budget(request.limits, cancel);
    GROVE_ASSIGN_OR_RETURN(ZipArchive archive, ZipArchive::open(request.bytes, budget));
    GROVE_ASSIGN_OR_RETURN(const Relationships package, relationships_of(archive, "", budget));
    std::string main = package.path_of_type("officeDocument");
    if (main.empty()) main = "ppt/presentation.xml";
    GROVE_ASSIGN_OR_RETURN(const MarkupTree presentation, read_part(archive, main, budget));
    GROVE_ASSIGN_OR_RETURN(const Relationships related, relationships_of(archive, main, budget));
    const std::vector<std::string> slides = slides_of(presentation, related);
    if (slides.size() > request.limits.pages) return fail(ErrorCode::kResourceLimit, fmt::format("it has {} slides", slides.size()));
    TextBuilder text(budget);
    for (const std::string& slide : slides) GROVE_RETURN_IF_ERROR(write_page(archive, slide, text, budget));
    GROVE_ASSIGN_OR_RETURN(Document read, text.take());
    read.media_type = "application/vnd.openxmlformats-officedocument.presentationml.presentation";
    GROVE_ASSIGN_OR_RETURN(read.title, core_title(archive, budget));
    if (read.title.empty() && !read.headings.empty()) read.title = read.headings.front().title;
    return read;
  }

 private:
  static Status write_page(ZipArchive& archive, const std::string& slide, TextBuilder& text, Budget& budget) {
    text.begin_page({});
    const std::uint64_t begin = text.size();
    GROVE_ASSIGN_OR_RETURN(const MarkupTree tree, read_optional_part(archive, slide, budget));
    write_slide(tree, text);
    GROVE_ASSIGN_OR_RETURN(const Relationships related, relationships_of(archive, slide, budget));
    GROVE_ASSIGN_OR_RETURN(const MarkupTree notes, read_optional_part(archive, related.path_of_type("notesSlide"), budget));
    write_slide_notes(notes, text);
    if (text.size() == begin) text.notice("the slide holds no text");
    return {};
  }
};

}  // namespace

std::unique_ptr<DocumentReader> open_pptx_reader() { return std::make_unique<PptxReader>(); }

}  // namespace grove::document
