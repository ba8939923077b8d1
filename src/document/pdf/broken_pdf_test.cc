#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "document/pdf/pdf_reader.h"
#include "document/pdf/testing/pdf_file.h"

// Broken and hostile files end at most the program that reads them. Slow: a process a file.
namespace grove::document {
namespace {

using testing::pdf_of;
using testing::PdfFile;
using testing::show;

constexpr unsigned kSeed = 20'261'201;
constexpr int kFiles = 1000;
constexpr ReadLimits kLimits{.text_bytes = std::uint64_t{1} << 22U, .pages = 500, .time = std::chrono::milliseconds(5000)};

Result<Document> read(std::string_view bytes) {
  return open_pdf_reader({.pdf_program = GROVE_PDF_PROGRAM})
      ->read({.bytes = bytes, .file_name = "a.pdf", .limits = kLimits}, CancelToken());
}

/// What a caller may be told of a broken file: never a bug of ours.
void expect_handled(const Result<Document>& document, const std::string& what) {
  if (document) {
    EXPECT_LE(document->text.size(), kLimits.text_bytes) << what;
    for (const Page& page : document->pages) EXPECT_LE(page.span.end, document->text.size()) << what;
    return;
  }
  const ErrorCode code = document.error().code;
  EXPECT_TRUE(code == ErrorCode::kCorrupt || code == ErrorCode::kInvalidArgument || code == ErrorCode::kResourceLimit ||
              code == ErrorCode::kTimeout)
      << what << ": " << describe(document.error());
}

std::string sound_file() {
  std::vector<testing::PdfPage> pages;
  for (int page = 1; page <= 4; ++page) {
    std::string operators = show(72, 800, 10, "The Manual");
    for (int line = 0; line < 12; ++line)
      operators += show(72, 760 - 14 * line, 11, "Line " + std::to_string(line) + " of a page with some words in it");
    operators += show(300, 40, 10, std::to_string(page)) + "0.5 g 72 100 100 50 re f\n";
    pages.push_back({.operators = operators, .entries = page == 3 ? "/Rotate 90" : ""});
  }
  return pdf_of(pages, "/PageLabels << /Nums [0 << /S /r >> 2 << /S /D >>] >>");
}

/// One fault of several kinds, chosen by `random`.
std::string broken(std::string bytes, std::mt19937& random) {
  const auto place = [&] { return std::uniform_int_distribution<std::size_t>(0, bytes.size() - 1)(random); };
  switch (random() % 6) {
    case 0:
      for (auto flips = 1 + random() % 20; flips > 0; --flips) bytes[place()] ^= static_cast<char>(1U << random() % 8);
      break;
    case 1: bytes.resize(place()); break;
    case 2: bytes.erase(place(), 1 + random() % 400); break;
    case 3: {
      const std::string piece = bytes.substr(place(), 1 + random() % 200);
      bytes.insert(place(), piece);
      break;
    }
    case 4:  // a number becomes another one: counts, lengths, offsets, references
      for (auto changes = 1 + random() % 6; changes > 0; --changes) {
        const auto digit = bytes.find_first_of("0123456789", place());
        if (digit != std::string::npos) bytes.replace(digit, 1, std::to_string(random() % (random() % 2 == 0 ? 10 : 4'000'000'000U)));
      }
      break;
    default:
      for (auto bytes_left = 1 + random() % 40; bytes_left > 0; --bytes_left) bytes[place()] = static_cast<char>(random());
  }
  return bytes;
}

TEST(BrokenPdf, AThousandOfThemEndNothingElse) {
  const std::string sound = sound_file();
  ASSERT_EQ(read(sound)->pages.size(), 4U);
  std::mt19937 random(kSeed);
  int readable = 0;
  for (int i = 0; i < kFiles; ++i) {
    const auto document = read(broken(sound, random));
    expect_handled(document, "file " + std::to_string(i));
    readable += document && !document->text.empty() ? 1 : 0;
  }
  EXPECT_GT(readable, kFiles / 4);  // what can be read of them is read
}

TEST(HostilePdf, APageTreeThatContainsItselfEnds) {
  PdfFile file;
  file.add("<< /Type /Pages /Count 1000000 /Kids [1 0 R 1 0 R] >>");
  expect_handled(read(file.bytes(file.add("<< /Type /Catalog /Pages 1 0 R >>"))), "cycle");
}

TEST(HostilePdf, PagesThatAreOnlyDeclaredCostNothing) {
  PdfFile file;
  file.add("<< /Type /Pages /Count 2000000000 /Kids [] >>");
  expect_handled(read(file.bytes(file.add("<< /Type /Catalog /Pages 1 0 R >>"))), "count");
}

TEST(HostilePdf, DeepNestingEnds) {
  constexpr std::size_t kDeep = 200'000;
  expect_handled(read(pdf_of({{std::string(kDeep, '['), ""}})), "arrays in a page's content");
  PdfFile file;
  std::string nested(kDeep, '[');
  file.add(nested + std::string(kDeep, ']'));
  expect_handled(read(file.bytes(file.add("<< /Type /Catalog /Pages 1 0 R >>"))), "arrays in an object");
}

TEST(HostilePdf, FormsThatShowThemselvesEnd) {
  PdfFile file;
  file.add_stream("/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 1 0 R >> >>", "/X Do /X Do /X Do");
  file.add_stream("", "/X Do");
  file.add("<< /Type /Page /Parent 4 0 R /MediaBox [0 0 9 9] /Contents 2 0 R /Resources << /XObject << /X 1 0 R >> >> >>");
  file.add("<< /Type /Pages /Count 1 /Kids [3 0 R] >>");
  expect_handled(read(file.bytes(file.add("<< /Type /Catalog /Pages 4 0 R >>"))), "forms");
}

TEST(HostilePdf, AnOutlineThatIsACircleEnds) {
  PdfFile file;
  file.add("<< /First 2 0 R /Last 2 0 R /Count 1 >>");
  file.add("<< /Title (Again) /Next 2 0 R /First 2 0 R /Parent 1 0 R >>");
  file.add("<< /Type /Pages /Count 0 /Kids [] >>");
  expect_handled(read(file.bytes(file.add("<< /Type /Catalog /Pages 3 0 R /Outlines 1 0 R >>"))), "outline");
}

TEST(HostilePdf, AStreamThatUnpacksToGigabytesEnds) {
  // RunLengthDecode: two bytes are 128 spaces, over and over (ISO 32000-1, 7.4.5); packed once more, and so again.
  std::string packed;
  for (int i = 0; i < 20'000; ++i) packed += "\x81 ";
  packed += '\x80';
  std::string once;
  for (std::size_t i = 0; i < packed.size(); i += 128)
    once += static_cast<char>(std::min<std::size_t>(127, packed.size() - i - 1)) + packed.substr(i, 128);
  once += '\x80';
  PdfFile file;
  file.add_stream("/Filter [/RunLengthDecode /RunLengthDecode]", once);
  std::string contents;
  for (int i = 0; i < 2000; ++i) contents += "1 0 R ";
  file.add("<< /Type /Page /Parent 3 0 R /MediaBox [0 0 9 9] /Contents [" + contents + "] >>");
  file.add("<< /Type /Pages /Count 1 /Kids [2 0 R] >>");
  expect_handled(read(file.bytes(file.add("<< /Type /Catalog /Pages 3 0 R >>"))), "stream");
}

TEST(HostilePdf, APageOfHundredsOfThousandsOfWordsEnds) {
  std::string operators;
  for (int i = 0; i < 60'000; ++i) operators += show(i * 37 % 590, i * 91 % 840, 1 + i % 9, "a" + std::to_string(i));
  expect_handled(read(pdf_of({{operators, ""}})), "words");
}

TEST(HostilePdf, PagesLargerThanAnyPaperEnd) {
  expect_handled(
      read(pdf_of({{show(1e8, 1e8, 12, "far") + "0 g 0 0 1e9 1e9 re f", "/MediaBox [0 0 1e9 1e9]"}, {show(72, 72, 1e8, "large"), ""}})),
      "boxes");
}

}  // namespace
}  // namespace grove::document
