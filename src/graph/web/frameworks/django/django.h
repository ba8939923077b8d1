#pragma once

#include <vector>

#include "graph/web/routing/source_files.h"

namespace grove::graph::web {

/// What Django serves: `urlpatterns` with `path`, `re_path` and `include` over files, from `ROOT_URLCONF` where that is known; views of
/// functions and classes; routers, sets of views and actions of Django REST framework.
void find_django_routes(SourceFiles& files, std::vector<Endpoint>& found);

}  // namespace grove::graph::web
