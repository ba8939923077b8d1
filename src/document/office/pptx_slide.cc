#include "document/office/pptx_slide.h"

#include <string>
#include <string_view>
#include <vector>

#include "document/office/package.h"

namespace grove::document {
namespace {

/// The kind of placeholder that a shape fills ("title", "body", "sldNum", …); "shape" for one that fills none.
std::string_view placeholder_of(const MarkupTree& tree, std::uint32_t shape) {
  const std::uint32_t place = tree.descend(shape, "nvSpPr/nvPr/ph");
  if (place == MarkupNode::kNone) return "shape";
  const std::string_view type = tree[place].attribute("type");
  return type.empty() ? "body" : type;
}

bool is_title(std::string_view placeholder) { return placeholder == "title" || placeholder == "ctrTitle"; }
bool is_furniture(std::string_view placeholder) {
  return placeholder == "dt" || placeholder == "ftr" || placeholder == "sldNum" || placeholder == "hdr";
}

/// One paragraph (`a:p`).
std::string paragraph_text(const MarkupTree& tree, std::uint32_t paragraph) {
  std::string text;
  for (std::uint32_t run = tree[paragraph].first_child; run != MarkupNode::kNone; run = tree[run].next) {
    const std::uint32_t words = tree.child(run, "t");
    if (tree[run].name == "br") text += ' ';
    if (!tree[run].is_text() && words != MarkupNode::kNone) text += tree.text_below(words);
  }
  return collapsed(text);
}

/// The paragraphs of a `txBody`.
std::vector<std::string> paragraphs_of(const MarkupTree& tree, std::uint32_t body) {
  std::vector<std::string> paragraphs;
  if (body == MarkupNode::kNone) return paragraphs;
  for (std::uint32_t child = tree[body].first_child; child != MarkupNode::kNone; child = tree[child].next) {
    if (tree[child].name != "p") continue;
    std::string text = paragraph_text(tree, child);
    if (!text.empty()) paragraphs.push_back(std::move(text));
  }
  return paragraphs;
}

std::string joined(const std::vector<std::string>& paragraphs) {
  std::string text;
  for (const std::string& paragraph : paragraphs) text += (text.empty() ? "" : " ") + paragraph;
  return text;
}

class SlideWriter {
 public:
  SlideWriter(const MarkupTree& tree, TextBuilder& text) : tree_(tree), text_(text) {}

  /// The title first, wherever it stands among the shapes.
  void write(std::uint32_t shapes) {
    write_titles(shapes);
    write_shapes(shapes);
  }

 private:
  void write_titles(std::uint32_t shapes) {
    for (std::uint32_t child = tree_[shapes].first_child; child != MarkupNode::kNone; child = tree_[child].next)
      if (tree_[child].name == "sp" && is_title(placeholder_of(tree_, child)))
        text_.heading(1, joined(paragraphs_of(tree_, tree_.child(child, "txBody"))));
  }

  void write_shapes(std::uint32_t shapes) {
    const std::uint32_t only = shown_choice(tree_, shapes);
    for (std::uint32_t child = tree_[shapes].first_child; child != MarkupNode::kNone && !text_.is_full(); child = tree_[child].next) {
      const std::string_view name = tree_[child].name;
      if (name == "sp") write_shape(child);
      if (name == "graphicFrame") write_table(tree_.descend(child, "graphic/graphicData/tbl"));
      const bool holds_shapes = name == "grpSp" || name == "AlternateContent" || name == "Choice" || name == "Fallback";
      if (holds_shapes && (only == MarkupNode::kNone || only == child)) write_shapes(child);
    }
  }

  void write_shape(std::uint32_t shape) {
    const std::string_view placeholder = placeholder_of(tree_, shape);
    if (is_title(placeholder) || is_furniture(placeholder)) return;
    const bool listed = placeholder == "body" || placeholder == "obj";
    text_.gap(TextBuilder::Gap::kParagraph);
    const std::vector<std::string> paragraphs = paragraphs_of(tree_, tree_.child(shape, "txBody"));
    for (const std::string& paragraph : paragraphs) {
      if (listed && paragraphs.size() > 1) {
        text_.begin_item("-");
        text_.text(paragraph);
        text_.end_item();
      } else {
        text_.paragraph(paragraph);
      }
    }
    text_.gap(TextBuilder::Gap::kParagraph);
  }

  void write_table(std::uint32_t table) {
    if (table == MarkupNode::kNone) return;
    const std::uint32_t properties = tree_.child(table, "tblPr");
    const bool first_names = properties != MarkupNode::kNone && tree_[properties].attribute("firstRow") == "1";
    text_.begin_table();
    bool first = true;
    for (std::uint32_t row = tree_[table].first_child; row != MarkupNode::kNone; row = tree_[row].next) {
      if (tree_[row].name != "tr") continue;
      std::vector<std::string> cells;
      for (std::uint32_t cell = tree_[row].first_child; cell != MarkupNode::kNone; cell = tree_[cell].next)
        if (tree_[cell].name == "tc") cells.push_back(joined(paragraphs_of(tree_, tree_.child(cell, "txBody"))));
      text_.row(cells, first && first_names ? TextBuilder::Row::kNames : TextBuilder::Row::kCells);
      first = false;
    }
    text_.end_table();
  }

  const MarkupTree& tree_;
  TextBuilder& text_;
};

}  // namespace

void write_slide(const MarkupTree& slide, TextBuilder& text) {
  const std::uint32_t shapes = slide.descend(0, "sld/cSld/spTree");
  if (shapes != MarkupNode::kNone) SlideWriter(slide, text).write(shapes);
}

void write_slide_notes(const MarkupTree& notes, TextBuilder& text) {
  const std::uint32_t shapes = notes.descend(0, "notes/cSld/spTree");
  if (shapes == MarkupNode::kNone) return;
  std::vector<std::string> paragraphs;
  for (std::uint32_t child = notes[shapes].first_child; child != MarkupNode::kNone; child = notes[child].next) {
    if (notes[child].name != "sp" || placeholder_of(notes, child) != "body") continue;
    for (std::string& paragraph : paragraphs_of(notes, notes.child(child, "txBody"))) paragraphs.push_back(std::move(paragraph));
  }
  if (paragraphs.empty()) return;
  text.paragraph("Notes:");
  for (const std::string& paragraph : paragraphs) text.paragraph(paragraph);
}

}  // namespace grove::document
