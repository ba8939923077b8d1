#pragma once

#include "graph/web/routing/dialect.h"

namespace grove::graph::web {

/// Actix: `App::new().service(web::scope("/x").service(index))` with `#[get("/y")] fn index`,
/// `web::resource("/x").route(web::get().to(f))`,
/// `.configure(f)`.
extern const Dialect kActixDialect;

}  // namespace grove::graph::web
