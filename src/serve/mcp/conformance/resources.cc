#include "serve/mcp/conformance/fixtures.h"

namespace grove::serve::mcp {
namespace {

constexpr std::string_view kPrefix = "test://template/";
constexpr std::string_view kSuffix = "/data";
constexpr std::string_view kTemplate = "test://template/{id}/data";

class FixtureResources final : public ResourceSet {
 public:
  Json list() const override {
    return Json::array({{{"uri", "test://static-text"}, {"name", "Static text"}, {"mimeType", "text/plain"}},
                        {{"uri", "test://static-binary"}, {"name", "Static binary"}, {"mimeType", "image/png"}},
                        {{"uri", "test://watched-resource"}, {"name", "Watched resource"}, {"mimeType", "text/plain"}}});
  }
  Json templates() const override {
    return Json::array({{{"uriTemplate", kTemplate}, {"name", "Template"}, {"mimeType", "application/json"}}});
  }
  bool covers(std::string_view uri) const override { return uri.starts_with("test://"); }

  std::optional<RpcResult<Json>> read(const std::string& uri, Exchange&) const override {
    if (uri == "test://static-binary") return Json::array({{{"uri", uri}, {"mimeType", "image/png"}, {"blob", kTinyPng}}});
    if (uri == "test://static-text") return text(uri, "text/plain", "This is the content of the static text resource.");
    if (uri == "test://watched-resource") return text(uri, "text/plain", "Watched resource content");
    if (!uri.starts_with(kPrefix) || !uri.ends_with(kSuffix) || uri.size() <= kPrefix.size() + kSuffix.size()) return std::nullopt;
    const std::string id = uri.substr(kPrefix.size(), uri.size() - kPrefix.size() - kSuffix.size());
    return text(uri, "application/json", to_text({{"id", id}, {"templateTest", true}, {"data", "Data for ID: " + id}}));
  }

  std::optional<std::vector<std::string>> complete(std::string_view uri_template, const std::string&, const std::string&) const override {
    if (uri_template != kTemplate) return std::nullopt;
    return std::vector<std::string>{};
  }

 private:
  static Json text(const std::string& uri, std::string_view mime, std::string_view content) {
    return Json::array({{{"uri", uri}, {"mimeType", mime}, {"text", content}}});
  }
};

}  // namespace

std::shared_ptr<const ResourceSet> fixture_resources() { return std::make_shared<FixtureResources>(); }

}  // namespace grove::serve::mcp
