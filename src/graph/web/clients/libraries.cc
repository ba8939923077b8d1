#include "graph/web/clients/libraries.h"

#include <map>

namespace grove::graph::web {
namespace {

class AllLibraries final : public Libraries {
 public:
  explicit AllLibraries(ClientKit& kit) : kit_(kit) {
    by_family_.emplace(Family::kScript, make_script_libraries(kit));
    by_family_.emplace(Family::kPython, make_python_libraries(kit));
    by_family_.emplace(Family::kGo, make_go_libraries(kit));
    by_family_.emplace(Family::kDotNet, make_dotnet_libraries(kit));
    for (const Family family : {Family::kRuby, Family::kPhp, Family::kRust, Family::kDart, Family::kSwift})
      by_family_.emplace(family, make_other_libraries(kit));
  }

  bool may_send(FileId file) override {
    Libraries* own = of(file);
    return own != nullptr && own->may_send(file);
  }

  void read(FileId file, CallNumber call, std::vector<CodeRequest>& found) override { of(file)->read(file, call, found); }

 private:
  Libraries* of(FileId file) {
    const auto found = by_family_.find(kit_.sources.family(file));
    return found == by_family_.end() ? nullptr : found->second.get();
  }

  ClientKit& kit_;
  std::map<Family, std::unique_ptr<Libraries>> by_family_;
};

}  // namespace

std::unique_ptr<Libraries> make_libraries(ClientKit& kit) { return std::make_unique<AllLibraries>(kit); }

}  // namespace grove::graph::web
