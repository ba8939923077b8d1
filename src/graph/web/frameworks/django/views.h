#pragma once

#include <string>
#include <utility>
#include <vector>

#include "graph/web/routing/answerers.h"
#include "graph/web/routing/route_texts.h"

namespace grove::graph::web {

/// A verb with the function that answers it; kNobody where a library's does.
using AnsweredVerb = std::pair<std::string, SymbolId>;

/// What views of Django and of Django REST framework answer to. One a thread.
class DjangoViews {
 public:
  DjangoViews(SourceFiles& files, Answerers& answerers, RouteTexts& texts) : files_(files), answerers_(answerers), texts_(texts) {}

  struct View {
    SymbolId symbol = kNobody;  ///< The function or class; kNobody where it is a library's.
    std::vector<AnsweredVerb> verbs;
  };
  /// `views.index`, `Users.as_view()`, `csrf_exempt(views.index)`, `Orders.as_view({"get": "list"})`.
  View of(const Site& value);
  /// The library's classes that a class is made from by name, nearest first: `ModelViewSet`.
  std::vector<std::string> library_bases(SymbolId type);

  /// A route of a set of views below the path that it is registered for.
  struct SetRoute {
    std::string path;  ///< `""`, `"{pk}/"`, `"{pk}/publish/"`
    std::string verb;
    SymbolId function = kNobody;
  };
  std::vector<SetRoute> routes_of_set(SymbolId type);

 private:
  View of_class(SymbolId type, const Site& mapping);
  std::vector<AnsweredVerb> verbs_of_function(SymbolId function);
  SymbolId member(SymbolId type, std::string_view name);
  std::string text_of_member(SymbolId type, std::string_view name);
  std::vector<std::string> verbs_in(const Site& list);
  void add_actions(SymbolId type, const std::string& item, std::vector<SetRoute>& found);

  SourceFiles& files_;
  Answerers& answerers_;
  RouteTexts& texts_;
};

}  // namespace grove::graph::web
