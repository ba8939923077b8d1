#include "apps/grove-pdf/read_pdf.h"

#include <fontconfig/fontconfig.h>
#include <poppler/cpp/poppler-document.h>
#include <poppler/cpp/poppler-global.h>
#include <poppler/cpp/poppler-image.h>
#include <poppler/cpp/poppler-page-renderer.h>
#include <poppler/cpp/poppler-page.h>
#include <poppler/cpp/poppler-toc.h>

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

namespace grove::pdf_program {
namespace {

constexpr std::size_t kMostProblems = 100;
constexpr std::size_t kLongestText = 4096;  // of one word, title or message, in bytes or UTF-16 units
constexpr int kDeepestOutline = 32;
constexpr std::size_t kMostOutlineItems = 100'000;
constexpr std::string_view kFontNotFound = "Couldn't find a font";  // as poppler puts it
constexpr int kQuarterTurn = 90;                                    // degrees
constexpr double kThumbnailPixels = 160;                            // of the longer side, to see whether there is anything on a page
constexpr unsigned char kNearlyWhite = 250;

void append_code_point(std::string& text, char32_t c) {
  const auto put = [&text](char32_t byte) { text.push_back(static_cast<char>(byte)); };
  if (c < 0x80) return put(c);
  if (c < 0x800) {
    put(0xC0U | c >> 6U);
  } else if (c < 0x10000) {
    put(0xE0U | c >> 12U);
    put(0x80U | (c >> 6U & 0x3FU));
  } else {
    put(0xF0U | c >> 18U);
    put(0x80U | (c >> 12U & 0x3FU));
    put(0x80U | (c >> 6U & 0x3FU));
  }
  put(0x80U | (c & 0x3FU));
}

/// poppler's own conversion opens a converter a word.
std::string utf8(const poppler::ustring& units) {
  std::string text;
  const std::size_t size = std::min(units.size(), kLongestText);
  for (std::size_t i = 0; i < size; ++i) {
    char32_t c = units[i];
    if (c >= 0xD800 && c < 0xDC00 && i + 1 < size && units[i + 1] >= 0xDC00 && units[i + 1] < 0xE000) {
      c = 0x10000 + ((c - 0xD800) << 10U) + (units[++i] - 0xDC00U);
    } else if (c >= 0xD800 && c < 0xE000) {
      c = 0xFFFD;
    }
    append_code_point(text, c);
  }
  return text;
}

/// Reads one document; the state is what is known while it does.
class Reading {
 public:
  Reading(RecordWriter& records, std::uint32_t most_pages) : records_(records), most_pages_(most_pages) {
    // poppler looks for a font of this machine on each page that names one it doesn't hold, among all there are; text needs none.
    FcConfigSetCurrent(FcConfigCreate());
    poppler::set_debug_error_function(&Reading::hear, this);
  }
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;
  ~Reading() {
    poppler::set_debug_error_function([](const std::string&, void*) {}, nullptr);
  }

  void read(const std::string& bytes) {
    records_.begin("grove-pdf").number(1).end();
    records_.flush();  // whatever the document does to its reader
    std::unique_ptr<poppler::document> document;
    if (bytes.size() <= std::numeric_limits<int>::max()) {
      document.reset(poppler::document::load_from_raw_data(bytes.data(), static_cast<int>(bytes.size())));
    }
    if (document == nullptr) return records_.begin("unreadable").end();
    if (document->is_locked()) return records_.begin("locked").end();
    write_information(*document);
    const int pages = document->pages();
    records_.begin("pages").number(pages).end();
    write_outline(*document);
    records_.flush();
    const int wanted = static_cast<int>(std::min<long long>(std::max(pages, 0), most_pages_));
    for (int i = 0; i < wanted && records_.open(); ++i) {
      page_ = i + 1;
      write_page(*document, i);
      records_.flush();
    }
    if (records_.open() && wanted >= pages) records_.begin("end").end();
  }

 private:
  static void hear(const std::string& message, void* reading) { static_cast<Reading*>(reading)->problem(message); }

  void problem(const std::string& message) {
    if (message.find(kFontNotFound) != std::string::npos || ++problems_ > kMostProblems) return;
    records_.begin("problem").number(page_).text(std::string_view(message).substr(0, kLongestText)).end();
  }

  void write_information(const poppler::document& document) {
    const auto say = [this](std::string_view key, const poppler::ustring& value) {
      if (!value.empty()) records_.begin("info").text(key).text(utf8(value)).end();
    };
    say("title", document.get_title());
    say("author", document.get_author());
    say("subject", document.get_subject());
    say("producer", document.get_producer());
  }

  void write_outline(const poppler::document& document) {
    const std::unique_ptr<poppler::toc> outline(document.create_toc());
    if (outline != nullptr && outline->root() != nullptr) write_items(*outline->root(), 1);
  }

  void write_items(const poppler::toc_item& parent, int level) {
    if (level > kDeepestOutline) return;
    for (const poppler::toc_item* item : parent.children()) {
      if (item == nullptr || ++outline_items_ > kMostOutlineItems || !records_.open()) return;
      records_.begin("outline").number(level).text(utf8(item->title())).end();
      write_items(*item, level + 1);
    }
  }

  void write_page(const poppler::document& document, int index) {
    const std::unique_ptr<poppler::page> page(document.create_page(index));
    if (page == nullptr) return problem("there is no such page");
    poppler::rectf box = page->page_rect();
    const auto orientation = page->orientation();
    if (orientation == poppler::page::landscape || orientation == poppler::page::seascape) {
      box = {box.x(), box.y(), box.height(), box.width()};
    }
    records_.begin("page").number(page_).length(box.width()).length(box.height()).text(utf8(page->label())).end();
    const auto words = page->text_list(poppler::page::text_list_include_font);
    for (const poppler::text_box& word : words) write_word(word);
    if (words.empty() && shows_something(*page, box)) records_.begin("picture").end();
  }

  void write_word(const poppler::text_box& word) {
    const std::string text = utf8(word.text());
    if (text.empty() || !records_.open()) return;
    const poppler::rectf box = word.bbox();
    const long long font = word.has_font_info() ? font_number(word.get_font_name()) : 0;
    records_.begin("w").length(box.left()).length(box.top()).length(box.right()).length(box.bottom());
    records_.length(word.has_font_info() ? word.get_font_size() : box.height()).number(font).number(kQuarterTurn * word.rotation());
    records_.number(word.has_space_after() ? 1 : 0).text(text).end();
  }

  /// Writes the name of a font before its first use.
  long long font_number(const std::string& name) {
    const auto [place, is_new] = fonts_.try_emplace(name, static_cast<long long>(fonts_.size()) + 1);
    if (is_new) records_.begin("font").number(place->second).text(std::string_view(name).substr(0, kLongestText)).end();
    return place->second;
  }

  /// Whether a page without words has anything else on it.
  static bool shows_something(const poppler::page& page, const poppler::rectf& box) {
    const double longer = std::max(box.width(), box.height());
    if (!poppler::page_renderer::can_render() || longer <= 0) return false;
    poppler::page_renderer renderer;
    renderer.set_image_format(poppler::image::format_gray8);
    const double resolution = kThumbnailPixels / longer * 72;
    const poppler::image picture = renderer.render_page(&page, resolution, resolution);
    if (!picture.is_valid()) return false;
    for (int y = 0; y < picture.height(); ++y) {
      const auto* row = reinterpret_cast<const unsigned char*>(picture.const_data()) + static_cast<long>(y) * picture.bytes_per_row();
      if (std::any_of(row, row + picture.width(), [](unsigned char pixel) { return pixel < kNearlyWhite; })) return true;
    }
    return false;
  }

  RecordWriter& records_;
  std::uint32_t most_pages_;
  int page_ = 0;
  std::size_t problems_ = 0;
  std::size_t outline_items_ = 0;
  std::map<std::string, long long> fonts_;
};

}  // namespace

void read_pdf(const std::string& bytes, std::uint32_t most_pages, RecordWriter& records) {
  Reading(records, most_pages).read(bytes);
  records.flush();
}

}  // namespace grove::pdf_program
