#include "document/office/docx_body.h"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "document/office/package.h"

namespace grove::document {
namespace {

using namespace std::string_view_literals;

/// What is not shown: revisions that took text away, codes of fields, properties, readings above characters.
constexpr std::array kLeftOut = {"del"sv, "moveFrom"sv, "instrText"sv, "delText"sv, "delInstrText"sv, "pPr"sv,
                                 "rPr"sv, "tblPr"sv,    "trPr"sv,      "tcPr"sv,    "sectPr"sv,       "sdtPr"sv,
                                 "rt"sv,  "docPr"sv,    "fldData"sv,   "sdtEndPr"sv};

bool is_left_out(std::string_view name) { return std::ranges::find(kLeftOut, name) != kLeftOut.end(); }

using Notes = std::map<std::string, std::uint32_t, std::less<>>;

/// The notes of a part, by id; separators are none.
Notes notes_in(const MarkupTree& part, std::string_view root_name, std::string_view name) {
  Notes notes;
  const std::uint32_t root = part.child(0, root_name);
  if (root == MarkupNode::kNone) return notes;
  for (std::uint32_t note = part[root].first_child; note != MarkupNode::kNone; note = part[note].next)
    if (part[note].name == name && part[note].attribute("w:type").empty()) notes[std::string(part[note].attribute("w:id"))] = note;
  return notes;
}

/// What one paragraph says.
struct Line {
  std::string text;
  std::vector<std::string> notes;         // "[2] what the note says"
  std::vector<std::uint32_t> text_boxes;  // w:txbxContent
};

class BodyWriter {
 public:
  BodyWriter(const MarkupTree& document, const DocxParts& parts, TextBuilder& text)
      : tree_(document),
        parts_(parts),
        text_(text),
        footnotes_(notes_in(parts.footnotes, "footnotes", "footnote")),
        endnotes_(notes_in(parts.endnotes, "endnotes", "endnote")) {}

  void write_blocks(std::uint32_t parent) {
    const std::uint32_t only = shown_choice(tree_, parent);
    for (std::uint32_t child = tree_[parent].first_child; child != MarkupNode::kNone && !text_.is_full(); child = tree_[child].next) {
      const std::string_view name = tree_[child].name;
      if (name == "p") {
        write_paragraph(child);
      } else if (name == "tbl") {
        write_table(child);
      } else if (!tree_[child].is_text() && !is_left_out(name) && (only == MarkupNode::kNone || only == child)) {
        write_blocks(child);
      }
    }
  }

  std::string title;

 private:
  void write_paragraph(std::uint32_t paragraph) {
    const ParagraphStyle style = parts_.styles.of_paragraph(tree_, paragraph);
    Line line;
    collect(tree_, paragraph, line);
    const std::string words = collapsed(line.text);
    const bool listed = !words.empty() && !style.list.empty() && style.list != "0";
    std::string label = listed ? parts_.numbering.next_label(style.list, style.list_level) : std::string();
    if (!words.empty() && style.heading_level > 0) {
      text_.heading(style.heading_level, label.empty() ? words : label + ' ' + words);
      if (style.is_title && title.empty()) title = words;
    } else if (!label.empty()) {
      text_.begin_item(std::move(label));
      text_.text(words);
      text_.end_item();
    } else {
      text_.paragraph(words);
    }
    for (const std::string& note : line.notes) text_.paragraph(note);
    for (const std::uint32_t box : line.text_boxes) write_blocks(box);
  }

  void collect(const MarkupTree& tree, std::uint32_t parent, Line& line) {
    const std::uint32_t only = shown_choice(tree, parent);
    for (std::uint32_t child = tree[parent].first_child; child != MarkupNode::kNone; child = tree[child].next) {
      const MarkupNode& node = tree[child];
      if (node.name == "t") line.text += tree.text_below(child);
      if (node.name == "tab" || node.name == "br" || node.name == "cr" || node.name == "ptab") line.text += ' ';
      if (node.name == "noBreakHyphen") line.text += '-';
      if (node.name == "footnoteReference") take_note(parts_.footnotes, footnotes_, node, line);
      if (node.name == "endnoteReference") take_note(parts_.endnotes, endnotes_, node, line);
      if (node.name == "txbxContent" && !in_note_) line.text_boxes.push_back(child);
      const bool below = !node.is_text() && node.name != "t" && node.name != "txbxContent" && !is_left_out(node.name);
      if (below && (only == MarkupNode::kNone || only == child) && !is_hidden(tree, child)) collect(tree, child, line);
    }
  }

  static bool is_hidden(const MarkupTree& tree, std::uint32_t run) {
    return tree[run].name == "r" && is_on(tree, tree.descend(run, "rPr/vanish"));
  }

  void take_note(const MarkupTree& part, const Notes& notes, const MarkupNode& reference, Line& line) {
    const auto note = notes.find(reference.attribute("w:id"));
    if (note == notes.end() || in_note_) return;
    const auto [number, first] = numbers_.try_emplace({&part, note->second}, numbers_.size() + 1);
    const std::string mark = '[' + std::to_string(number->second) + ']';
    line.text += mark;
    if (!first) return;
    in_note_ = true;
    Line inside;
    for (std::uint32_t child = part[note->second].first_child; child != MarkupNode::kNone; child = part[child].next) {
      collect(part, child, inside);
      inside.text += ' ';
    }
    in_note_ = false;
    line.notes.push_back(mark + ' ' + collapsed(inside.text));
  }

  void write_table(std::uint32_t table) {
    const std::uint32_t look = tree_.descend(table, "tblPr/tblLook");
    const bool first_names = look != MarkupNode::kNone && tree_[look].attribute("w:firstRow") == "1";
    Line aside;  // what belongs to cells, but stands outside of them
    text_.begin_table();
    bool first = true;
    for (std::uint32_t row = tree_[table].first_child; row != MarkupNode::kNone; row = tree_[row].next) {
      if (tree_[row].name != "tr" || tree_.descend(row, "trPr/del") != MarkupNode::kNone) continue;
      const bool names = is_on(tree_, tree_.descend(row, "trPr/tblHeader")) || (first && first_names);
      text_.row(cells_of(row, aside), names ? TextBuilder::Row::kNames : TextBuilder::Row::kCells);
      first = false;
    }
    text_.end_table();
    for (const std::string& note : aside.notes) text_.paragraph(note);
    for (const std::uint32_t box : aside.text_boxes) write_blocks(box);
  }

  std::vector<std::string> cells_of(std::uint32_t row, Line& aside) {
    std::vector<std::string> cells;
    for (std::uint32_t child = tree_[row].first_child; child != MarkupNode::kNone; child = tree_[child].next) {
      const std::uint32_t cell = tree_[child].name == "sdt" ? tree_.descend(child, "sdtContent/tc") : child;
      if (tree_[cell].name != "tc") continue;
      Line line;
      collect_cell(cell, line);
      cells.push_back(collapsed(line.text));
      aside.notes.insert(aside.notes.end(), line.notes.begin(), line.notes.end());
      aside.text_boxes.insert(aside.text_boxes.end(), line.text_boxes.begin(), line.text_boxes.end());
    }
    return cells;
  }

  /// Paragraphs of a cell, apart by a space; those of a table in it too.
  void collect_cell(std::uint32_t parent, Line& line) {
    for (std::uint32_t child = tree_[parent].first_child; child != MarkupNode::kNone; child = tree_[child].next) {
      if (tree_[child].is_text() || is_left_out(tree_[child].name)) continue;
      line.text += ' ';
      if (tree_[child].name == "p") {
        collect(tree_, child, line);
      } else {
        collect_cell(child, line);
      }
    }
  }

  const MarkupTree& tree_;
  const DocxParts& parts_;
  TextBuilder& text_;
  Notes footnotes_;
  Notes endnotes_;
  std::map<std::pair<const MarkupTree*, std::uint32_t>, std::size_t> numbers_;  // of the notes that were referred to
  bool in_note_ = false;
};

}  // namespace

std::string write_docx_body(const MarkupTree& document, const DocxParts& parts, TextBuilder& text) {
  BodyWriter writer(document, parts, text);
  writer.write_blocks(document.descend(0, "document/body"));
  return std::move(writer.title);
}

}  // namespace grove::document
