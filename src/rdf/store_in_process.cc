#include <fmt/format.h>

#include <mutex>
#include <utility>

#include "rdf/quad_store.h"

namespace grove::rdf {
namespace {

class StoreInProcess final : public TripleStore {
 public:
  Result<QueryAnswer> query(const QueryRequest& request, const CancelToken& cancel) override {
    const std::lock_guard lock(mutex_);
    GROVE_RETURN_IF_ERROR(cancel.check());
    QueryAnswer answer;
    GROVE_ASSIGN_OR_RETURN(answer.form, store_.query(request, into(answer.body)));
    return answer;
  }

  /// Made on a copy first: a change that fails half way leaves nothing.
  Status update(const UpdateRequest& request, const CancelToken& cancel) override {
    const std::lock_guard lock(mutex_);
    GROVE_RETURN_IF_ERROR(cancel.check());
    std::string whole, delta;
    GROVE_RETURN_IF_ERROR(store_.snapshot(into(whole)));
    QuadStore copy;
    GROVE_RETURN_IF_ERROR(copy.apply(whole));
    GROVE_RETURN_IF_ERROR(copy.update(request, into(delta)));
    return store_.apply(delta);
  }

  Status load(const LoadRequest& request, const CancelToken& cancel) override {
    const std::lock_guard lock(mutex_);
    GROVE_RETURN_IF_ERROR(cancel.check());
    std::string delta;
    GROVE_RETURN_IF_ERROR(QuadStore::load(request, fmt::format("l{}", ++changes_), into(delta)));
    return store_.apply(delta);
  }

  Result<std::string> graph(const std::optional<std::string>& name, Syntax syntax, const CancelToken& cancel) override {
    const std::lock_guard lock(mutex_);
    GROVE_RETURN_IF_ERROR(cancel.check());
    std::string text;
    GROVE_RETURN_IF_ERROR(store_.graph(name, syntax, into(text)));
    return text;
  }

  Status drop_graph(const std::optional<std::string>& name, const CancelToken& cancel) override {
    const std::lock_guard lock(mutex_);
    GROVE_RETURN_IF_ERROR(cancel.check());
    std::string delta;
    GROVE_RETURN_IF_ERROR(store_.drop_graph(name, into(delta)));
    return store_.apply(delta);
  }

  Result<std::uint64_t> size() override {
    const std::lock_guard lock(mutex_);
    return store_.size();
  }

 private:
  static ByteSink into(std::string& text) {
    return [&text](std::string_view piece) { text.append(piece); };
  }

  std::mutex mutex_;
  QuadStore store_;
  std::uint64_t changes_ = 0;
};

}  // namespace

std::unique_ptr<TripleStore> open_store_in_process() { return std::make_unique<StoreInProcess>(); }

}  // namespace grove::rdf
