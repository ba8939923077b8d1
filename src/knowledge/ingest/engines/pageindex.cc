#include "knowledge/ingest/engines/pageindex.h"

#include <nlohmann/json.hpp>
#include <thread>

#include "base/hash.h"
#include "base/text.h"
#include "http/http_client.h"
#include "knowledge/ingest/engines/paged_text.h"
#include "knowledge/json/json.h"

namespace grove::knowledge {
namespace {

using document::TextBuilder;

constexpr int kDeepest = 100;
constexpr std::chrono::minutes kLongestWait{30};

std::string text_of(const Json& item, const char* key) {
  const auto found = item.find(key);
  return found != item.end() && found->is_string() ? found->get<std::string>() : std::string();
}

void write_nodes(const Json& nodes, std::uint32_t level, PagedText& out) {
  if (!nodes.is_array() || level > kDeepest) return;
  for (const Json& node : nodes) {
    if (!node.is_object()) continue;
    if (const auto page = node.find("page_index"); page != node.end() && page->is_number_unsigned()) out.go_to(page->get<std::uint64_t>());
    out.text.heading(level, text_of(node, "title"));
    out.text.gap(TextBuilder::Gap::kParagraph);
    out.text.verbatim(trim(text_of(node, "text")));
    out.text.gap(TextBuilder::Gap::kParagraph);
    if (const auto below = node.find("nodes"); below != node.end()) write_nodes(*below, level + 1, out);
  }
}

/// One file as `multipart/form-data` (RFC 7578). The boundary is none of its lines: it is made of its content's hash.
struct Form {
  explicit Form(std::string_view bytes) {
    boundary = "grove-" + to_hex(sha256(bytes));
    body = "--" + boundary + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"document.pdf\"\r\n";
    body += "Content-Type: application/pdf\r\n\r\n";
    body.append(bytes).append("\r\n--" + boundary + "--\r\n");
  }
  std::string boundary;
  std::string body;
};

class PageIndexReader final : public document::DocumentReader {
 public:
  explicit PageIndexReader(const EngineOptions& options) : options_(options) {}

  std::string_view name() const override { return "pageindex"; }

  Result<document::Document> read(const document::ReadRequest& request, const CancelToken& cancel) const override {
    if (document::detect_media_type(request.bytes, request.file_name) != "application/pdf")
      return fail(ErrorCode::kInvalidArgument, "PageIndex reads PDF only", "take another engine");
    const Form form(request.bytes);
    GROVE_ASSIGN_OR_RETURN(const Json sent, ask({.url = options_.pageindex_url + "/doc/",
                                                 .headers = {"Content-Type: multipart/form-data; boundary=" + form.boundary},
                                                 .body = form.body},
                                                cancel));
    const std::string id = text_of(sent, "doc_id");
    const bool plain =
        !id.empty() && id.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == std::string::npos;
    if (!plain) return fail(ErrorCode::kUnavailable, "PageIndex took the document and gave no id for it");
    GROVE_ASSIGN_OR_RETURN(const std::string tree, wait_for_tree(id, cancel));
    const document::Budget budget(request.limits, cancel);
    GROVE_ASSIGN_OR_RETURN(document::Document document, read_pageindex_tree(tree, budget));
    document.media_type = "application/pdf";
    return document;
  }

 private:
  Result<Json> ask(http::HttpRequest request, const CancelToken& cancel) const {
    request.headers.push_back("api_key: " + options_.pageindex_key);
    GROVE_ASSIGN_OR_RETURN(const http::HttpResponse response, client_.send(request, cancel));
    if (response.status == 401 || response.status == 403)
      return fail(ErrorCode::kUnavailable, "PageIndex doesn't accept the key", "set PAGEINDEX_API_KEY to a valid one");
    if (response.status / 100 != 2)
      return fail(ErrorCode::kUnavailable, "PageIndex answered with status " + std::to_string(response.status));
    auto json = parse_object(response.body, "the answer");
    if (!json) return fail(ErrorCode::kUnavailable, "PageIndex answered with something that is no JSON object: " + json.error().message);
    return json;
  }

  Result<std::string> wait_for_tree(const std::string& id, const CancelToken& cancel) const {
    const auto deadline = std::chrono::steady_clock::now() + kLongestWait;
    while (std::chrono::steady_clock::now() < deadline) {
      GROVE_RETURN_IF_ERROR(cancel.check());
      GROVE_ASSIGN_OR_RETURN(const Json state,
                             ask({.url = options_.pageindex_url + "/doc/" + id + "/?type=tree", .headers = {}, .body = {}}, cancel));
      const std::string status = text_of(state, "status");
      if (status == "failed") return fail(ErrorCode::kUnavailable, "PageIndex could not read the document");
      if (status == "completed") return state.value("result", Json::array()).dump();
      std::this_thread::sleep_for(options_.pageindex_pause);
    }
    return fail(ErrorCode::kTimeout, "PageIndex did not finish within half an hour");
  }

  EngineOptions options_;
  mutable http::HttpClient client_;
};

}  // namespace

std::unique_ptr<document::DocumentReader> open_pageindex(const EngineOptions& options) {
  return std::make_unique<PageIndexReader>(options);
}

Result<document::Document> read_pageindex_tree(std::string_view text, const document::Budget& budget) {
  GROVE_ASSIGN_OR_RETURN(const Json tree, parse_json(text, "what PageIndex answered"));
  if (!tree.is_array()) return fail(ErrorCode::kCorrupt, "what PageIndex answered is no tree of sections");
  PagedText out(budget);
  write_nodes(tree, 1, out);
  GROVE_ASSIGN_OR_RETURN(document::Document document, out.text.take());
  if (!document.headings.empty()) document.title = document.headings.front().title;
  return document;
}

}  // namespace grove::knowledge
