#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "graph/file_content.h"
#include "graph/graph.h"
#include "graph/part/edge_writer.h"
#include "graph/stored_graph.h"

namespace grove::graph {

/// What is to become of a file.
struct FileToDo {
  GraphFile file;
  FileId old = kNobody;  ///< Its place in the published graph; kNobody for a new one.
  enum class Work {
    kRead,     ///< Its facts are new: declare and resolve.
    kResolve,  ///< It declares what it did; its names may mean something else.
    kCarry,    ///< Copied as it is.
  } work = Work::kRead;
  std::shared_ptr<const Facts> facts;  ///< Where they were read already.
};

/// The files that a part to be written consists of, and the parts that stay before it.
struct UpdatePlan {
  std::shared_ptr<const StoredGraph> old;  ///< Null: everything anew.
  std::size_t kept_parts = 0;              ///< Of the old ones; the others' files are in `files`, or gone.
  std::vector<FileToDo> files;             ///< Ascending by path.
  std::vector<FileId> gone;                ///< Old files that nothing takes the place of.
  bool is_needed = true;                   ///< Whether anything changes at all.
};

/// Finds out what a change affects. Reads the facts of changed files. Where all files are compared, the checksums of the published graph
/// are too: it is not trusted for what it seems to say of them.
Result<UpdatePlan> plan_update(const GraphUpdate& update, const CancelToken& cancel);

/// A plan to make everything anew.
Result<UpdatePlan> plan_anew(const GraphUpdate& update);

/// Writes what a plan says and publishes it.
Result<GraphReport> carry_out(const GraphUpdate& update, UpdatePlan plan, const CancelToken& cancel);

/// What stands for facts that are damaged: none.
const std::shared_ptr<const Facts>& damaged_facts();

/// Facts of several files at once, in their order; `damaged_facts` for those that are damaged.
Result<std::vector<std::shared_ptr<const Facts>>> read_facts(const GraphUpdate& update, std::span<const GraphFile* const> files,
                                                             const CancelToken& cancel);

}  // namespace grove::graph
