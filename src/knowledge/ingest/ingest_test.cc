#include "knowledge/ingest/ingest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/file.h"
#include "base/testing/temporary_folder.h"
#include "knowledge/ingest/document_folder.h"

namespace grove::knowledge {
namespace {

using State = IngestedFile::State;
using testing::ElementsAre;

class FixedClock final : public Clock {
 public:
  std::chrono::system_clock::time_point now() const override {
    return std::chrono::system_clock::time_point(std::chrono::seconds(1'777'897'800));
  }
  std::chrono::steady_clock::time_point steady() const override { return {}; }
};

class Ingest : public testing::Test {
 protected:
  void write(std::string_view name, std::string_view text) {
    const std::string path = folder_ / name;
    ASSERT_TRUE(create_directories(path.substr(0, path.rfind('/'))));
    ASSERT_TRUE(write_file(path, text));
  }

  std::vector<IngestedFile> ingest(const std::vector<std::string>& names, IngestRequest::Known known = IngestRequest::Known::kSkipped) {
    IngestRequest request{.paths = {}, .out = out(), .known = known};
    for (const std::string& name : names) request.paths.push_back(folder_ / name);
    const auto reader = document::open_builtin_reader({});
    NullProgress progress;
    auto files = ingest_documents(request, {.reader = *reader, .clock = clock_, .progress = progress, .cancel = CancelToken()});
    EXPECT_TRUE(files) << files.error().message;
    return files ? *files : std::vector<IngestedFile>();
  }

  std::string out() const { return folder_ / "out"; }
  DocumentFolder documents() const { return DocumentFolder(out()); }

  static std::vector<State> states(const std::vector<IngestedFile>& files) {
    std::vector<State> states;
    for (const IngestedFile& file : files) states.push_back(file.state);
    return states;
  }

  TemporaryFolder folder_;
  FixedClock clock_;
};

TEST_F(Ingest, ADocumentLeavesItsRecordItsTextAndItsChunks) {
  write("guide.md", "Preface with ümlauts.\n\n# Guide\n\n## Part\n\nText of the part.\n");
  const auto files = ingest({"guide.md"});
  ASSERT_THAT(states(files), ElementsAre(State::kIngested));
  const std::string id = files[0].document_id;
  const auto record = parse_document(*read_file(documents().document_path(id)));
  ASSERT_TRUE(record);
  EXPECT_EQ(record->title, "Guide");
  EXPECT_EQ(record->source_mime, "text/markdown");
  EXPECT_EQ(record->created_at, "2026-05-04T12:30:00Z");
  const auto chunks = read_chunks(documents().chunks_path(id));
  ASSERT_TRUE(chunks) << chunks.error().message;
  ASSERT_EQ(chunks->size(), 2U);
  EXPECT_EQ((*chunks)[0].chunk_id, id + "#pNA#c0000");
  EXPECT_EQ((*chunks)[0].provenance.section, "");
  EXPECT_EQ((*chunks)[1].provenance.section, "Guide > Part");
  EXPECT_EQ((*chunks)[1].text, "# Guide\n\n## Part\n\nText of the part.");
}

TEST_F(Ingest, OffsetsCountCodePointsOfTheStoredText) {
  std::string text = "# Ä\n\n";
  for (int i = 0; i < 3000; ++i) text += "Größe 漢 " + std::to_string(i) + ". ";
  write("a.md", text);
  const auto files = ingest({"a.md"});
  const std::string stored = *read_file(documents().text_path(files[0].document_id));
  const auto chunks = read_chunks(documents().chunks_path(files[0].document_id));
  ASSERT_GT(chunks->size(), 3U);
  for (const ChunkDto& chunk : *chunks) {
    std::vector<std::size_t> bytes;  // of each code point
    for (std::size_t i = 0; i <= stored.size(); ++i)
      if (i == stored.size() || (static_cast<unsigned char>(stored[i]) & 0xC0U) != 0x80) bytes.push_back(i);
    const std::size_t begin = bytes[chunk.provenance.offset_start];
    EXPECT_EQ(stored.substr(begin, bytes[chunk.provenance.offset_end] - begin), chunk.text);
    EXPECT_EQ(chunk.text_hash, text_hash_of(chunk.text));
  }
}

TEST_F(Ingest, KnownContentIsSkippedUnderAnyNameUnlessItIsForced) {
  write("a.md", "# One\n");
  write("copy.md", "# One\n");
  ASSERT_THAT(states(ingest({"a.md"})), ElementsAre(State::kIngested));
  EXPECT_THAT(states(ingest({"a.md"})), ElementsAre(State::kSkipped));
  const auto copies = ingest({"copy.md"});
  EXPECT_THAT(states(copies), ElementsAre(State::kSkipped));
  EXPECT_EQ(copies[0].document_id, documents().list()->at(0).document_id);
  EXPECT_THAT(states(ingest({"a.md"}, IngestRequest::Known::kReadAgain)), ElementsAre(State::kIngested));
}

TEST_F(Ingest, ADocumentWithoutItsChunksIsReadAgain) {
  write("a.md", "# One\n");
  const auto files = ingest({"a.md"});
  ASSERT_TRUE(remove_file(documents().chunks_path(files[0].document_id)));
  EXPECT_THAT(states(ingest({"a.md"})), ElementsAre(State::kIngested));
}

TEST_F(Ingest, WhatAFileSaidBeforeItChangedIsWithdrawn) {
  write("a.md", "# One\n");
  const std::string before = ingest({"a.md"})[0].document_id;
  write("a.md", "# Two\n");
  const auto files = ingest({"a.md"});
  ASSERT_THAT(states(files), ElementsAre(State::kIngested, State::kWithdrawn));
  EXPECT_EQ(files[1].document_id, before);
  ASSERT_EQ(documents().list()->size(), 1U);
  EXPECT_EQ(documents().list()->at(0).title, "Two");
  EXPECT_FALSE(std::filesystem::exists(documents().chunks_path(before)));
  EXPECT_FALSE(std::filesystem::exists(documents().text_path(before)));
}

TEST_F(Ingest, AFileThatIsGoneFromAFolderIsWithdrawnAndAMovedOneIsNot) {
  write("docs/a.md", "# One\n");
  write("docs/deep/b.txt", "Two\n");
  write("docs/.hidden/c.md", "# no\n");
  write("docs/picture.png", "\x89PNG\r\n\x1A\n");
  ASSERT_THAT(states(ingest({"docs"})), ElementsAre(State::kIngested, State::kIngested));
  std::filesystem::remove(folder_ / "docs/a.md");
  std::filesystem::rename(folder_ / "docs/deep/b.txt", folder_ / "docs/moved.txt");
  const auto files = ingest({"docs"});
  ASSERT_THAT(states(files), ElementsAre(State::kIngested, State::kWithdrawn));
  ASSERT_EQ(documents().list()->size(), 1U);
  EXPECT_EQ(documents().list()->at(0).source_path, folder_ / "docs/moved.txt");
}

TEST_F(Ingest, AFileIsTheSameByWhateverPathItIsReached) {
  const auto here = std::filesystem::current_path();
  write("docs/a.md", "# One\n");
  write("docs/b.md", "# Two\n");
  std::filesystem::current_path(folder_.path());
  const auto reader = document::open_builtin_reader({});
  NullProgress progress;
  const auto relative = ingest_documents({.paths = {"docs"}, .out = out()},
                                         {.reader = *reader, .clock = clock_, .progress = progress, .cancel = CancelToken()});
  EXPECT_TRUE(relative);
  write("docs/a.md", "# One, changed\n");
  std::filesystem::remove(folder_ / "docs/b.md");
  EXPECT_THAT(states(ingest({"docs"})), ElementsAre(State::kIngested, State::kWithdrawn, State::kWithdrawn));
  std::filesystem::current_path(here);
  ASSERT_EQ(documents().list()->size(), 1U);
  EXPECT_EQ(documents().list()->at(0).title, "One, changed");
}

TEST_F(Ingest, AFailingFileCostsNothingButItself) {
  write("bad.txt", std::string("\x7F"
                               "ELF\0\1\2",
                               7));
  write("good.md", "# Good\n");
  const auto files = ingest({"bad.txt", "good.md"});
  ASSERT_THAT(states(files), ElementsAre(State::kFailed, State::kIngested));
  EXPECT_THAT(files[0].error.message, testing::HasSubstr("bad.txt: it is in no format that is read here"));
}

TEST_F(Ingest, LinksOutOfAFolderAreNotFollowedAndToldAndThoseWithinAreReadOnce) {
  write("private/key.txt", "Nobody gave this away.\n");
  write("docs/a.md", "# A\n\nText.\n");
  std::filesystem::create_symlink(folder_ / "private/key.txt", folder_ / "docs/b.txt");
  std::filesystem::create_symlink(folder_ / "private", folder_ / "docs/c");
  std::filesystem::create_symlink("/dev/zero", folder_ / "docs/d.md");
  std::filesystem::create_symlink("a.md", folder_ / "docs/e.md");
  std::filesystem::create_symlink(".", folder_ / "docs/f");
  const auto files = ingest({"docs"});
  ASSERT_THAT(states(files), ElementsAre(State::kIngested, State::kFailed, State::kFailed, State::kFailed));
  EXPECT_THAT(files[1].error.message, testing::HasSubstr("docs/b.txt: it is a symbolic link that leads out of the folder"));
  EXPECT_THAT(documents().list().value(), testing::SizeIs(1));
  EXPECT_THAT(states(ingest({"docs/b.txt"})), ElementsAre(State::kIngested)) << "somebody named the file itself";
}

TEST_F(Ingest, APathThatDoesNotExistIsRefusedBeforeAnythingIsDone) {
  write("a.md", "# One\n");
  const auto reader = document::open_builtin_reader({});
  NullProgress progress;
  const auto files = ingest_documents({.paths = {folder_ / "a.md", folder_ / "nowhere.md"}, .out = out()},
                                      {.reader = *reader, .clock = clock_, .progress = progress, .cancel = CancelToken()});
  ASSERT_FALSE(files);
  EXPECT_EQ(files.error().code, ErrorCode::kNotFound);
  EXPECT_TRUE(documents().list()->empty());
}

TEST_F(Ingest, ADocumentOfNothingButHeadingsFailsAndTheOthersGoOn) {
  std::string headings;
  for (int i = 0; i < 500'001; ++i) headings += "# a\n";
  write("a.md", headings);
  write("b.md", "Text.\n");
  const auto files = ingest({"a.md", "b.md"});
  ASSERT_THAT(states(files), ElementsAre(State::kFailed, State::kIngested));
  EXPECT_EQ(files[0].error.code, ErrorCode::kResourceLimit);
}

}  // namespace
}  // namespace grove::knowledge
