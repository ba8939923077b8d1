#include "serve/rest/job_events.h"

#include <fmt/format.h>

#include <utility>

#include "serve/json/job_shapes.h"

namespace grove::serve {
namespace {

class JobEvents final : public BodyStream {
 public:
  JobEvents(engine::Jobs& jobs, std::string id) : jobs_(jobs), id_(std::move(id)) {}

  Piece next() override {
    const auto job = jobs_.find(id_);
    if (!job) return {.text = {}, .last = true};  // forgotten: so many others ended meanwhile
    const bool ended = engine::has_ended(job->state);
    if (told_ && job->version == version_) return {.text = {}, .last = ended};
    told_ = true;
    version_ = job->version;
    return {.text = fmt::format("event: {}\nid: {}\ndata: {}\n\n", ended ? "end" : "progress", version_, job_json(*job)), .last = ended};
  }
  void on_more(std::function<void()> wake) override { watch_ = jobs_.watch(id_, std::move(wake)); }
  std::string_view filler() const override { return ": still here\n\n"; }

 private:
  engine::Jobs& jobs_;
  std::string id_;
  bool told_ = false;
  std::uint64_t version_ = 0;
  std::shared_ptr<void> watch_;
};

}  // namespace

std::shared_ptr<BodyStream> job_events(engine::Jobs& jobs, const std::string& id) { return std::make_shared<JobEvents>(jobs, id); }

}  // namespace grove::serve
