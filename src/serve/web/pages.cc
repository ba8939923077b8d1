#include "serve/web/pages.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "serve/http/problem.h"
#include "serve/web/assets.h"

namespace grove::serve {
namespace {

// Nothing from elsewhere, nothing inline, in no frame, and no text ever becomes markup (Content Security Policy level 3, Trusted Types).
constexpr std::string_view kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
constexpr std::string_view kFolder = "/assets/";

std::string_view path_of(std::string_view target) { return target.substr(0, target.find_first_of("?#")); }

/// "gzip;q=0.5" → 0.5; what has no readable weight counts as 1 (RFC 9110, 12.4.2).
double weight_of(std::string_view parameters) {
  for (std::string_view parameter : split(parameters, ';')) {
    parameter = trim(parameter);
    if (!parameter.starts_with("q=") && !parameter.starts_with("Q=")) continue;
    double weight = 1;
    std::from_chars(parameter.data() + 2, parameter.data() + parameter.size(), weight);
    return weight;
  }
  return 1;
}

/// How much a client likes a coding, 0 for not at all (RFC 9110, 12.5.3).
double liking(std::string_view accepted, std::string_view coding) {
  double anything = 0;
  for (std::string_view item : split(accepted, ',')) {
    item = trim(item);
    const auto end = std::min(item.find(';'), item.size());
    const std::string_view name = trim(item.substr(0, end));
    if (equals_ignoring_ascii_case(name, coding)) return weight_of(item.substr(end));
    if (name == "*") anything = weight_of(item.substr(end));
  }
  return anything;
}

struct Form {
  std::string_view coding;  // "" for the content as it is
  std::string_view text;
};

Form form_for(const WebAsset& asset, std::string_view accepted) {
  const double brotli = liking(accepted, "br");
  const double gzip = liking(accepted, "gzip");
  if (brotli > 0 && brotli >= gzip) return {"br", asset.brotli.text()};
  if (gzip > 0) return {"gzip", asset.gzip.text()};
  return {"", asset.identity.text()};
}

/// Each form has a tag of its own, as strong tags have to.
std::string tag_of(const WebAsset& asset, const Form& form) {
  return '"' + std::string(asset.digest) + (form.coding.empty() ? "" : "-") + std::string(form.coding) + '"';
}

bool has_tag(std::string_view tags, std::string_view tag) {
  return std::ranges::any_of(split(tags, ','), [&](std::string_view one) {
    one = trim(one);
    if (one.starts_with("W/")) one.remove_prefix(2);
    return one == "*" || one == tag;
  });
}

const WebAsset* asset_at(std::string_view path) {
  const auto assets = web_assets();
  const auto found = std::ranges::find(assets, path.starts_with(kFolder) ? path : "/", &WebAsset::path);
  return found == assets.end() ? nullptr : &*found;
}

void add_headers(HttpResponse& response, bool is_page) {
  response.headers.emplace_back("Cache-Control", is_page ? "no-cache" : "public, max-age=31536000, immutable");
  response.headers.emplace_back("Vary", "Accept-Encoding");
  response.headers.emplace_back("Content-Security-Policy", kPolicy);
  response.headers.emplace_back("Referrer-Policy", "no-referrer");
  response.headers.emplace_back("Cross-Origin-Opener-Policy", "same-origin");
  response.headers.emplace_back("Cross-Origin-Resource-Policy", "same-origin");
}

}  // namespace

bool asks_for_page(const HttpRequest& head, bool (*is_taken)(std::string_view first_part)) {
  if (head.method != "GET" && head.method != "HEAD") return false;
  const std::string_view path = path_of(head.target);
  if (path == "/" || path.starts_with(kFolder)) return true;
  if (!path.starts_with('/') || path.starts_with("/.")) return false;
  const std::string_view first = path.substr(1, path.find('/', 1) - 1);
  return !is_taken(first) && head.header("Accept").find("text/html") != std::string_view::npos;
}

HttpResponse page_response(const HttpRequest& request) {
  const WebAsset* asset = asset_at(path_of(request.target));
  if (asset == nullptr) {
    return problem({ErrorCode::kNotFound, "the web UI has no such file", "Load the page again: it may be of an earlier version."});
  }
  const Form form = form_for(*asset, request.header("Accept-Encoding"));
  const std::string tag = tag_of(*asset, form);
  HttpResponse response{.content_type = std::string(asset->content_type)};
  response.headers.emplace_back("ETag", tag);
  add_headers(response, asset->path == "/");
  if (has_tag(request.header("If-None-Match"), tag)) {
    response.status = 304;
    response.content_type.clear();
    return response;
  }
  if (!form.coding.empty()) response.headers.emplace_back("Content-Encoding", form.coding);
  response.body = std::string(form.text);
  return response;
}

}  // namespace grove::serve
