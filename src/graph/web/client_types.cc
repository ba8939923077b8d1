#include "graph/web/client_types.h"

#include <algorithm>
#include <array>

namespace grove::graph::web {
namespace {

struct ClientType {
  std::string_view qualified;
  ClientLibrary library;
};

constexpr std::array<ClientType, 38> kTypes = {{
    {"org.springframework.web.client.RestTemplate", ClientLibrary::kRestTemplate},
    {"org.springframework.web.client.RestOperations", ClientLibrary::kRestTemplate},
    {"org.springframework.web.client.AsyncRestTemplate", ClientLibrary::kRestTemplate},
    {"org.springframework.web.client.AsyncRestOperations", ClientLibrary::kRestTemplate},
    {"org.springframework.boot.web.client.RestTemplateBuilder", ClientLibrary::kRestTemplate},
    {"org.springframework.http.RequestEntity", ClientLibrary::kRestTemplate},
    {"org.springframework.security.oauth2.client.OAuth2RestTemplate", ClientLibrary::kRestTemplate},
    {"org.springframework.security.oauth2.client.OAuth2RestOperations", ClientLibrary::kRestTemplate},
    {"org.springframework.web.client.RestClient", ClientLibrary::kRestClient},
    {"org.springframework.web.reactive.function.client.WebClient", ClientLibrary::kWebClient},
    {"okhttp3.Request", ClientLibrary::kOkHttp},
    {"okhttp3.OkHttpClient", ClientLibrary::kOkHttp},
    {"com.squareup.okhttp.Request", ClientLibrary::kOkHttp},
    {"java.net.http.HttpRequest", ClientLibrary::kJavaHttp},
    {"java.net.http.HttpClient", ClientLibrary::kJavaHttp},
    {"org.apache.http.client.methods.HttpGet", ClientLibrary::kApacheHttp},
    {"org.apache.http.client.methods.HttpPost", ClientLibrary::kApacheHttp},
    {"org.apache.http.client.methods.HttpPut", ClientLibrary::kApacheHttp},
    {"org.apache.http.client.methods.HttpDelete", ClientLibrary::kApacheHttp},
    {"org.apache.http.client.methods.HttpPatch", ClientLibrary::kApacheHttp},
    {"org.apache.http.client.fluent.Request", ClientLibrary::kApacheHttp},
    {"org.apache.hc.client5.http.classic.methods.HttpGet", ClientLibrary::kApacheHttp},
    {"org.apache.hc.client5.http.classic.methods.HttpPost", ClientLibrary::kApacheHttp},
    {"org.apache.hc.client5.http.classic.methods.HttpPut", ClientLibrary::kApacheHttp},
    {"org.apache.hc.client5.http.classic.methods.HttpDelete", ClientLibrary::kApacheHttp},
    {"org.apache.hc.client5.http.classic.methods.HttpPatch", ClientLibrary::kApacheHttp},
    {"org.apache.hc.client5.http.fluent.Request", ClientLibrary::kApacheHttp},
    {"org.apache.http.client.methods.RequestBuilder", ClientLibrary::kApacheHttp},
    {"org.apache.hc.core5.http.io.support.ClassicRequestBuilder", ClientLibrary::kApacheHttp},
    {"org.apache.hc.client5.http.async.methods.SimpleRequestBuilder", ClientLibrary::kApacheHttp},
    {"retrofit2.Retrofit", ClientLibrary::kRetrofit},
    {"jakarta.ws.rs.client.Client", ClientLibrary::kJaxRsClient},
    {"jakarta.ws.rs.client.ClientBuilder", ClientLibrary::kJaxRsClient},
    {"jakarta.ws.rs.client.WebTarget", ClientLibrary::kJaxRsClient},
    {"java.net.URL", ClientLibrary::kUrlConnection},
    {"io.ktor.client.HttpClient", ClientLibrary::kKtor},
    {"kong.unirest.Unirest", ClientLibrary::kUnirest},
    {"kong.unirest.core.Unirest", ClientLibrary::kUnirest},
}};

}  // namespace

std::optional<ClientLibrary> client_library(std::string_view qualified) {
  const auto named = [&](const ClientType& type) {
    if (type.qualified == qualified) return true;
    constexpr std::string_view kFormer = "javax.ws.rs.", kToday = "jakarta.ws.rs.";
    return qualified.starts_with(kFormer) && type.qualified.starts_with(kToday) &&
           type.qualified.substr(kToday.size()) == qualified.substr(kFormer.size());
  };
  const auto found = std::ranges::find_if(kTypes, named);
  return found == kTypes.end() ? std::nullopt : std::optional(found->library);
}

std::string_view client_type(ClientLibrary library) {
  switch (library) {
    case ClientLibrary::kFeign: return "Feign";
    case ClientLibrary::kHttpExchange: return "HttpExchange";
    case ClientLibrary::kRetrofit: return "Retrofit";
    case ClientLibrary::kRestTemplate: return "RestTemplate";
    case ClientLibrary::kRestClient: return "RestClient";
    case ClientLibrary::kWebClient: return "WebClient";
    case ClientLibrary::kOkHttp: return "OkHttpClient";
    case ClientLibrary::kJavaHttp: return "HttpRequest";
    case ClientLibrary::kApacheHttp: return "HttpClient";
    case ClientLibrary::kJaxRsClient: return "WebTarget";
    case ClientLibrary::kUrlConnection: return "URL";
    case ClientLibrary::kKtor: return "HttpClient";
    case ClientLibrary::kUnirest: return "Unirest";
    default: return client_name(library);  // of other languages than the JVM's
  }
}

}  // namespace grove::graph::web
