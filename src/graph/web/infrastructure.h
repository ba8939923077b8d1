#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace grove::graph::web {

/// What programs run on, by what it is for.
enum class Role : std::uint8_t {
  kProgram,
  kBroker,
  kDatabase,
  kCache,
  kGateway,
  kDiscovery,
  kConfig,
  kSecurity,
  kMonitoring,
  kTool,
  kOutside
};
/// "program", "broker", …
std::string_view role_name(Role role);

/// A product that is run beside programs.
struct Product {
  std::string_view system;  ///< "rabbitmq", "mysql", …; empty where none is known.
  Role role = Role::kProgram;
};

/// By the words of an image's or a container's name: `bitnami/kafka:3` and `orders-mysql`.
Product product_of_image(std::string_view image);
/// By the scheme of an address: `jdbc:mysql://…`, `mongodb://…`, `amqp://…`.
Product product_of_scheme(std::string_view scheme);
/// What a program is whose class is annotated so; `annotation` is the last part of its name.
Product product_of_annotation(std::string_view annotation);
/// What a program is that is built with a library.
Product product_of_library(std::string_view artifact);

}  // namespace grove::graph::web
