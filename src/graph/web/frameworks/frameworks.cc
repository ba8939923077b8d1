#include "graph/web/frameworks/frameworks.h"

#include <array>

#include "graph/web/frameworks/actix/actix.h"
#include "graph/web/frameworks/asp_net/controllers.h"
#include "graph/web/frameworks/asp_net/minimal_apis.h"
#include "graph/web/frameworks/axum/axum.h"
#include "graph/web/frameworks/chi/chi.h"
#include "graph/web/frameworks/django/django.h"
#include "graph/web/frameworks/echo/echo.h"
#include "graph/web/frameworks/express/express.h"
#include "graph/web/frameworks/fastapi/fastapi.h"
#include "graph/web/frameworks/fastify/fastify.h"
#include "graph/web/frameworks/fiber/fiber.h"
#include "graph/web/frameworks/flask/flask.h"
#include "graph/web/frameworks/gin/gin.h"
#include "graph/web/frameworks/gorilla/gorilla_mux.h"
#include "graph/web/frameworks/koa/koa.h"
#include "graph/web/frameworks/ktor/ktor.h"
#include "graph/web/frameworks/laravel/laravel.h"
#include "graph/web/frameworks/nestjs/nestjs.h"
#include "graph/web/frameworks/net_http/net_http.h"
#include "graph/web/frameworks/nextjs/nextjs.h"
#include "graph/web/frameworks/rails/rails.h"
#include "graph/web/routing/find_routes.h"

namespace grove::graph::web {

void find_other_frameworks(Workplace& at, const UsesInFile& uses, std::vector<Endpoint>& found) {
  if (at.program.other_code().empty() && at.program.code().empty()) return;
  static constexpr std::array kDialects = {&kExpressDialect, &kKoaDialect,         &kFastifyDialect, &kFastApiDialect, &kFlaskDialect,
                                           &kGinDialect,     &kEchoDialect,        &kFiberDialect,   &kChiDialect,     &kGorillaMuxDialect,
                                           &kNetHttpDialect, &kMinimalApisDialect, &kAxumDialect,    &kActixDialect};
  SourceFiles files(at, uses);
  find_routes(files, kDialects, found);
  find_django_routes(files, found);
  find_nestjs_routes(files, found);
  find_nextjs_routes(files, found);
  find_controller_routes(files, found);
  find_laravel_routes(files, found);
  find_rails_routes(files, found);
  find_ktor_routes(files, found);
}

}  // namespace grove::graph::web
