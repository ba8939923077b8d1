#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <atomic>
#include <cstdlib>

#include "base/file.h"
#include "base/testing/temporary_folder.h"
#include "http/testing/test_server.h"
#include "knowledge/ingest/engines/docling.h"
#include "knowledge/ingest/engines/engine.h"
#include "knowledge/ingest/engines/pageindex.h"
#include "knowledge/ingest/engines/python_engines.h"

namespace grove::knowledge {
namespace {

using testing::HasSubstr;

/// Programs and Python modules of others, played by small ones that speak their protocol.
class Engines : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(create_directories(folder_ / "bin"));
    old_path_ = std::getenv("PATH");
    ::setenv("PATH", (folder_ / "bin:" + old_path_).c_str(), 1);
    ::setenv("PYTHONPATH", (folder_ / "modules").c_str(), 1);
  }
  ~Engines() override {
    ::setenv("PATH", old_path_.c_str(), 1);
    ::unsetenv("PYTHONPATH");
  }

  void program(std::string_view name, std::string_view text) {
    const std::string path = folder_ / "bin/" + std::string(name);
    ASSERT_TRUE(write_file(path, text));
    ASSERT_EQ(::chmod(path.c_str(), 0755), 0);
  }
  void module(const std::string& path, std::string_view text) {
    const std::string file = folder_ / "modules/" + path;
    ASSERT_TRUE(create_directories(file.substr(0, file.rfind('/'))));
    ASSERT_TRUE(write_file(file, text));
  }
  Result<document::Document> read(std::string_view engine, const EngineOptions& options = {}, std::string_view bytes = "%PDF-1.4") {
    auto reader = open_engine(engine, options, {});
    if (!reader) return std::unexpected(std::move(reader.error()));
    return (*reader)->read({.bytes = bytes, .file_name = "manual.pdf"}, {});
  }

  TemporaryFolder folder_;
  std::string old_path_;
};

constexpr std::string_view kDocling = R"(#!/usr/bin/env python3
import json, os, sys
if '--version' in sys.argv: sys.exit(0)
out = sys.argv[sys.argv.index('--output') + 1]
assert sys.argv[sys.argv.index('--to') + 1] == 'json' and open(sys.argv[-1], 'rb').read() == b'%PDF-1.4'
place = lambda page: [{'page_no': page, 'bbox': {}, 'charspan': [0, 1]}]
document = {'schema_name': 'DoclingDocument', 'body': {'children': [{'$ref': '#/texts/' + str(i)} for i in range(3)] + [{'$ref': '#/groups/0'}, {'$ref': '#/tables/0'}, {'$ref': '#/body'}]},
  'groups': [{'label': 'list', 'children': [{'$ref': '#/texts/3'}]}],
  'texts': [{'label': 'title', 'text': 'Manual', 'prov': place(1)}, {'label': 'page_header', 'text': 'No', 'prov': place(1)},
            {'label': 'section_header', 'level': 1, 'text': 'First', 'prov': place(3)}, {'label': 'list_item', 'marker': '1.', 'text': 'item', 'prov': place(3)}],
  'tables': [{'label': 'table', 'prov': place(3), 'data': {'grid': [[{'text': 'A', 'column_header': True}, {'text': 'B', 'column_header': True}], [{'text': '1'}, {'text': '2'}]]}}]}
json.dump(document, open(os.path.join(out, os.path.splitext(os.path.basename(sys.argv[-1]))[0] + '.json'), 'w'))
)";

TEST_F(Engines, DoclingsDocumentIsReadInTheOrderOfItsBody) {
  program("docling", kDocling);
  const auto document = read("docling");
  ASSERT_TRUE(document) << document.error().message;
  EXPECT_EQ(document->text, "Manual\n\nFirst\n\n1. item\n\nA | B\n1 | 2\n");
  EXPECT_EQ(document->title, "Manual");
  EXPECT_EQ(document->media_type, "application/pdf");
  ASSERT_EQ(document->pages.size(), 3U);
  ASSERT_EQ(document->headings.size(), 2U);
  EXPECT_EQ(document->headings[1].level, 2U);
  EXPECT_EQ(document->table_names.size(), 1U);
}

TEST_F(Engines, UnstructuredsElementsBecomeText) {
  module("unstructured/__init__.py", "");
  module("unstructured/partition/__init__.py", "");
  module("unstructured/partition/auto.py", R"(
print('a note that is no answer')
class Element:
    def __init__(self, **fields): self.fields = fields
    def to_dict(self): return self.fields
def partition(filename):
    assert filename.endswith('.pdf')
    return [Element(type='Header', text='no', metadata={'page_number': 1}), Element(type='Title', text='Top', metadata={'page_number': 1, 'category_depth': 0}),
            Element(type='NarrativeText', text='Some text.', metadata={'page_number': 2}),
            Element(type='Table', text='A B 1 2', metadata={'page_number': 2, 'text_as_html': '<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>'}),
            Element(type='ListItem', text='item', metadata={'page_number': 2})]
)");
  const auto document = read("unstructured");
  ASSERT_TRUE(document) << document.error().message;
  EXPECT_EQ(document->text, "Top\n\nSome text.\n\nA | B\n1 | 2\n\n- item\n");
  EXPECT_EQ(document->pages.size(), 2U);
  EXPECT_EQ(document->title, "Top");
}

TEST_F(Engines, LlamaIndexsTextsAreItsPages) {
  module("llama_index/__init__.py", "");
  module("llama_index/core.py", R"(
class Document:
    def __init__(self, text, label): self.text, self.metadata = text, {'page_label': label}
class SimpleDirectoryReader:
    def __init__(self, input_files): assert len(input_files) == 1
    def load_data(self): return [Document('first page', 'i'), Document('second\npage', '1')]
)");
  const auto document = read("llamaindex");
  ASSERT_TRUE(document) << document.error().message;
  EXPECT_EQ(document->text, "first page\n\nsecond\npage\n");
  ASSERT_EQ(document->pages.size(), 2U);
  EXPECT_EQ(document->pages[0].label, "i");
}

TEST_F(Engines, AProgramThatFailsIsToldOfInItsOwnWords) {
  program("docling", "#!/bin/sh\n[ \"$1\" = --version ] || { echo 'no model weights' >&2; exit 3; }\n");
  const auto document = read("docling");
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().code, ErrorCode::kUnavailable);
  EXPECT_THAT(document.error().message, HasSubstr("docling failed: no model weights"));
}

TEST_F(Engines, PageIndexIsAskedUntilItsTreeIsThere) {
  std::atomic<int> looks = 0;
  const http::TestServer server([&](const http::TestServer::Request& request) -> http::TestServer::Response {
    if (request.headers.at("api_key") != "secret") return {.status = 401};
    if (request.method == "POST" && request.target == "/doc/" && request.body.find("%PDF-1.4") != std::string::npos)
      return {.body = R"({"doc_id": "pi-12"})"};
    if (request.target != "/doc/pi-12/?type=tree") return {.status = 404};
    if (++looks < 3) return {.body = R"({"doc_id": "pi-12", "status": "processing"})"};
    return {
        .body =
            R"({"status": "completed", "result": [{"title": "Top", "page_index": 2, "text": "Words.", "nodes": [{"title": "Below", "page_index": 3, "text": "More."}]}]})"};
  });
  const EngineOptions options{.pageindex_key = "secret", .pageindex_url = server.url(), .pageindex_pause = std::chrono::milliseconds(1)};
  const auto document = read("pageindex", options);
  ASSERT_TRUE(document) << document.error().message;
  EXPECT_EQ(document->text, "Top\n\nWords.\n\nBelow\n\nMore.\n");
  ASSERT_EQ(document->headings.size(), 2U);
  EXPECT_EQ(document->headings[1].level, 2U);
  EXPECT_EQ(document->pages.size(), 3U);
  EXPECT_EQ(read("pageindex", options, "plain text").error().code, ErrorCode::kInvalidArgument);
  EngineOptions other = options;
  other.pageindex_key = "stale";
  const auto refused = read("pageindex", other);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("doesn't accept the key"));
  EXPECT_THAT(refused.error().message, testing::Not(HasSubstr("stale")));
}

TEST_F(Engines, WhatIsNotThereSaysHowToGetIt) {
  const auto states = find_engines({}, {});
  ASSERT_EQ(states.size(), 5U);
  EXPECT_EQ(states[0].name, "builtin");
  EXPECT_TRUE(states[0].is_there);
  EXPECT_EQ(states[1].how, "set PAGEINDEX_API_KEY");
  EXPECT_FALSE(states[1].is_there);
  const auto document = read("pageindex");
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().code, ErrorCode::kUnavailable);
  EXPECT_EQ(document.error().hint, "set PAGEINDEX_API_KEY");
  EXPECT_EQ(read("other").error().code, ErrorCode::kInvalidArgument);
}

TEST_F(Engines, AnswersThatAreNoneAreRefused) {
  const document::Budget budget({}, {});
  for (const std::string_view text : {"", "{", "3", "{\"body\": 3}", "null"}) {
    EXPECT_FALSE(read_docling_document(text, budget)) << text;
    EXPECT_FALSE(read_unstructured_elements(text, budget)) << text;
    EXPECT_FALSE(read_llamaindex_documents(text, budget)) << text;
    EXPECT_FALSE(read_pageindex_tree(text, budget)) << text;
  }
  EXPECT_FALSE(read_pageindex_tree(std::string(200'000, '['), budget)) << "too deep";
  const auto dangling = read_docling_document(R"({"body": {"children": [{"$ref": "#/texts/9"}, {"$ref": "elsewhere"}, 3]}})", budget);
  ASSERT_TRUE(dangling);
  EXPECT_EQ(dangling->text, "");
}

}  // namespace
}  // namespace grove::knowledge
