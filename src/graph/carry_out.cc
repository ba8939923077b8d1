#include <algorithm>
#include <atomic>

#include "base/check.h"
#include "base/clock.h"
#include "base/work_queue.h"
#include "graph/name_changes.h"
#include "graph/part/declaration_writer.h"
#include "graph/update.h"

namespace grove::graph {
namespace {

/// So many files are worked on before their results are put together.
constexpr std::size_t kBatch = 512;
/// Facts of so many rows are kept from declaring to resolving; beyond, they are read twice.
constexpr std::size_t kKeptRows = std::size_t{4} << 20U;

using Work = FileToDo::Work;

std::size_t rows_of(const Facts& facts) { return facts.symbols.size() + facts.references.size() + facts.expressions.size(); }

IsCallable callables_of(const Declarations& declarations, const DeclaredFile& file) {
  IsCallable callable(file.symbol_count);
  for (std::uint32_t i = 0; i < file.symbol_count; ++i) callable[i] = is_callable(declarations.symbol(file.first_symbol + i).kind);
  return callable;
}

/// What a resolver found, as edges in source order.
std::vector<LocalEdge> edges_of(const FileResolution& resolution, const Facts& facts) {
  std::vector<LocalEdge> edges;
  for (const ResolvedReference& one : resolution.resolved) {
    const Reference& reference = facts.references[one.reference];
    edges.push_back({reference.symbol, one.target, reference.begin, reference.line, reference.role, one.confidence});
  }
  for (const ResolvedReference& one : resolution.imports) {
    const Import& import = facts.imports[one.reference];
    edges.push_back({kNobody, one.target, import.begin, import.line, Role::kImport, one.confidence});
  }
  const auto order = [](const LocalEdge& edge) { return std::tuple(edge.begin, edge.role, edge.target, edge.confidence); };
  std::ranges::stable_sort(edges, {}, order);
  const auto same = [](const LocalEdge& a, const LocalEdge& b) { return a.begin == b.begin && a.role == b.role && a.target == b.target; };
  edges.erase(std::unique(edges.begin(), edges.end(), same), edges.end());
  return edges;
}

/// Makes the new part of a plan.
class PartMaker {
 public:
  PartMaker(const GraphUpdate& update, UpdatePlan plan, const CancelToken& cancel)
      : update_(update), plan_(std::move(plan)), cancel_(cancel), resolvers_(std::max(1U, update.threads)) {
    if (plan_.old == nullptr) return;
    for (std::size_t i = 0; i < plan_.kept_parts; ++i) {
      kept_files_ += plan_.old->parts()[i]->declared.files();
      kept_symbols_ += plan_.old->parts()[i]->declared.symbols();
    }
    for (const FileId file : plan_.gone) moved_[file] = {};
  }

  Status make() {
    total_ = plan_.files.size() * 2;
    GROVE_RETURN_IF_ERROR(declare());
    GROVE_ASSIGN_OR_RETURN(const std::vector<ReplacedFile> replaced, replaced_files());
    section(Section::kReplaced) = encode_replaced(replaced);
    GROVE_RETURN_IF_ERROR(assemble());
    read_carried_keys();
    GROVE_RETURN_IF_ERROR(resolve());
    if (plan_.kept_parts > 0) section(Section::kDegrees) = Degrees(*this).encoded();
    return {};
  }

  /// Publishes the part, the kept ones before it.
  Result<GraphReport> publish() {
    Manifest manifest = next_manifest();
    const std::uint64_t id = manifest.next_id++;
    GROVE_ASSIGN_OR_RETURN(const std::uint64_t bytes, write_part(part_path(update_.directory, id), sections_, update_.calls));
    manifest.parts.push_back({id, bytes});
    manifest.edges = edges_ + kept_edges();
    GROVE_RETURN_IF_ERROR(write_manifest(update_.directory, manifest, update_.calls));
    remove_unnamed(update_.directory, manifest);
    report_.edges = manifest.edges;
    report_.resolved = resolved_;
    return report_;
  }

 private:
  /// Where the symbols of an old file are in the new part.
  struct Moved {
    FileId new_file = kNobody;
    SymbolId first_symbol = 0;
    std::vector<std::uint32_t> matches;  // by old symbol: number within the new file
  };

  std::string& section(Section which) { return sections_[static_cast<std::size_t>(which)]; }

  void advance(std::size_t files) {
    done_ += files;
    if (update_.progress) update_.progress(done_, total_);
  }

  /// Facts of the files of a batch that are to be read and were not yet.
  Status read_batch(std::size_t begin, std::size_t end) {
    std::vector<const GraphFile*> wanted;
    std::vector<std::size_t> places;
    for (std::size_t i = begin; i < end; ++i) {
      if (plan_.files[i].facts || plan_.files[i].work == Work::kCarry) continue;
      wanted.push_back(&plan_.files[i].file);
      places.push_back(i);
    }
    GROVE_ASSIGN_OR_RETURN(auto facts, read_facts(update_, wanted, cancel_));
    for (std::size_t k = 0; k < places.size(); ++k) plan_.files[places[k]].facts = std::move(facts[k]);
    return {};
  }

  /// Frees the facts of a batch, unless there is room for them until they are needed again.
  void keep_or_drop(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (plan_.files[i].facts == nullptr) continue;
      const std::size_t rows = rows_of(*plan_.files[i].facts);
      if (kept_rows_ + rows > kKeptRows)
        plan_.files[i].facts.reset();
      else
        kept_rows_ += rows;
    }
  }

  Status declare() {
    DeclarationWriter writer;
    for (std::size_t begin = 0; begin < plan_.files.size(); begin += kBatch) {
      const std::size_t end = std::min(begin + kBatch, plan_.files.size());
      GROVE_RETURN_IF_ERROR(read_batch(begin, end));
      for (std::size_t i = begin; i < end; ++i) declare_file(plan_.files[i], writer);
      if (std::max(writer.extent(), std::uint64_t{kept_symbols_} + writer.symbols()) >= update_.policy.most) return too_large();
      keep_or_drop(begin, end);
      advance(end - begin);
    }
    std::move(writer).write({.older_files = kept_files_, .older_symbols = kept_symbols_}, sections_);
    return check_sizes();
  }

  static std::unexpected<Error> too_large() {
    return fail(ErrorCode::kResourceLimit, "the repository is too large for one symbol graph",
                "Leave out what need not be found (`index.skip_patterns`), or register its parts as repositories of their own.");
  }

  Status check_sizes() const {
    const bool fit = std::ranges::all_of(sections_, [this](const std::string& one) { return one.size() <= update_.policy.most; });
    return fit ? Status() : too_large();
  }

  void declare_file(const FileToDo& todo, DeclarationWriter& writer) {
    const FileId new_file = writer.files();
    const SymbolId first_symbol = kept_symbols_ + writer.symbols();
    std::optional<FileContent> before;
    if (todo.old != kNobody) before = content_of(plan_.old->declarations(), todo.old);
    FileContent content;
    // A part that stays was not read whole: what its files declare comes from their facts again, for it may be damaged.
    if (todo.work != Work::kCarry) {
      content = content_of(*todo.facts);
      content.path = todo.file.path;
      content.hash = todo.file.hash;
      content.language = todo.file.language;
      content.facts_version = todo.file.facts_version;
      if (todo.facts == damaged_facts()) {
        content.facts_version = 0;  // no parser's: the next update takes the file for a changed one
        report_.damaged.push_back(todo.file.path);
      }
    }
    report_.declared += todo.work == Work::kRead ? 1 : 0;
    if (before) {
      Moved moved{.new_file = new_file, .first_symbol = first_symbol, .matches = {}};
      if (todo.work != Work::kCarry) {
        moved.matches = match_symbols(*before, content);
      } else {
        for (std::uint32_t i = 0; i < before->symbols.size(); ++i) moved.matches.push_back(i);
      }
      moved_[todo.old] = std::move(moved);
    }
    writer.add(todo.work != Work::kCarry ? content : *before);
  }

  /// What has become of a symbol that lives in the old graph.
  SymbolId translated(SymbolId symbol) const {
    if (symbol == kNobody) return kNobody;
    const FileId file = plan_.old->declarations().file_of(symbol);
    const auto moved = moved_.find(file);
    if (moved == moved_.end()) return symbol;
    const std::uint32_t within = symbol - plan_.old->declarations().file(file).first_symbol;
    const std::vector<std::uint32_t>& matches = moved->second.matches;
    return within < matches.size() && matches[within] != kNobody ? moved->second.first_symbol + matches[within] : kNobody;
  }

  Result<std::vector<ReplacedFile>> replaced_files() const {
    std::vector<ReplacedFile> replaced;
    for (const auto& [old, moved] : moved_)
      if (old < kept_files_) replaced.push_back({old, moved.new_file, moved.matches});
    for (std::size_t i = plan_.kept_parts; plan_.old != nullptr && i < plan_.old->parts().size(); ++i) {
      GROVE_ASSIGN_OR_RETURN(std::vector<ReplacedFile> earlier, plan_.old->parts()[i]->edges.replaced());
      for (ReplacedFile& one : earlier)
        if (one.old_file < kept_files_) replaced.push_back(replaced_again(std::move(one)));
    }
    std::ranges::sort(replaced, {}, &ReplacedFile::old_file);
    return replaced;
  }

  /// A kept part's file that a part which is written anew had replaced before.
  ReplacedFile replaced_again(ReplacedFile earlier) const {
    const JoinedDeclarations& declared = plan_.old->declarations();
    const SymbolId first = declared.file(earlier.old_file).first_symbol;
    earlier.new_file = kNobody;
    for (std::uint32_t i = 0; i < earlier.symbols.size(); ++i) {
      const SymbolId now = translated(plan_.old->current(first + i));
      earlier.symbols[i] = now;
      if (now == kNobody) continue;
      const auto moved = moved_.find(declared.file_of(plan_.old->current(first + i)));
      GROVE_CHECK(moved != moved_.end());
      earlier.new_file = moved->second.new_file;
      earlier.symbols[i] = now - moved->second.first_symbol;
    }
    return earlier;
  }

  /// What is declared now, for resolvers; the new part has no edges yet.
  Status assemble() {
    std::vector<std::shared_ptr<const GraphPart>> parts;
    for (std::size_t i = 0; i < plan_.kept_parts; ++i) parts.push_back(plan_.old->parts()[i]);
    GROVE_ASSIGN_OR_RETURN(auto part, GraphPart::over(sections_));
    parts.push_back(std::move(part));
    GROVE_ASSIGN_OR_RETURN(now_, StoredGraph::assemble(std::move(parts), {}));
    return {};
  }

  void read_carried_keys() {
    if (plan_.old == nullptr) return;
    for (std::size_t i = plan_.kept_parts; i < plan_.old->parts().size(); ++i) {
      const FileId first = plan_.old->declarations().parts()[i].first_file;
      plan_.old->parts()[i]->edges.consulted().for_each([&](std::uint32_t key, const std::vector<std::uint32_t>& files) {
        for (const FileId file : files) carried_keys_[first + file].push_back(key);
      });
    }
  }

  Status resolve() {
    EdgeWriter writer;
    for (std::size_t begin = 0; begin < plan_.files.size(); begin += kBatch) {
      const std::size_t end = std::min(begin + kBatch, plan_.files.size());
      GROVE_RETURN_IF_ERROR(read_batch(begin, end));
      std::vector<EncodedEdges> encoded(end - begin);
      std::atomic<std::size_t> next = begin;
      const auto threads = static_cast<unsigned>(std::min(resolvers_.size(), end - begin));
      Workers workers(threads, [&](unsigned thread) {
        for (std::size_t i = next++; i < end && !cancel_.cancelled(); i = next++) encoded[i - begin] = edges_of_file(i, thread);
      });
      workers.join();
      GROVE_RETURN_IF_ERROR(cancel_.check());
      for (std::size_t i = begin; i < end; ++i) {
        writer.add(encoded[i - begin]);
        if (plan_.kept_parts > 0 && plan_.files[i].work != Work::kCarry)
          new_calls_.insert(new_calls_.end(), encoded[i - begin].calls.begin(), encoded[i - begin].calls.end());
        plan_.files[i].facts.reset();
      }
      advance(end - begin);
    }
    edges_ = writer.edges();
    std::move(writer).write(sections_);
    return check_sizes();
  }

  EncodedEdges edges_of_file(std::size_t index, unsigned thread) {
    const FileToDo& todo = plan_.files[index];
    const FileId file = kept_files_ + static_cast<FileId>(index);
    const IsCallable callable = callables_of(now_->declarations(), now_->declarations().file(file));
    if (todo.work == Work::kCarry) {
      std::vector<LocalEdge> edges = plan_.old->edges_of(todo.old);
      for (LocalEdge& edge : edges) edge.target = translated(edge.target);
      std::erase_if(edges, [](const LocalEdge& edge) { return edge.target == kNobody; });
      const auto keys = carried_keys_.find(todo.old);
      return encode_edges(edges, callable, keys == carried_keys_.end() ? std::vector<std::uint32_t>{} : keys->second);
    }
    ++resolved_;
    if (!resolvers_[thread]) resolvers_[thread] = update_.make_resolver(now_->declarations(), cancel_);
    const FileResolution resolution = resolvers_[thread]->resolve(file, *todo.facts);
    std::vector<std::uint32_t> keys;
    for (const std::uint64_t hash : resolution.consulted) keys.push_back(consulted_key(hash));
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    return encode_edges(edges_of(resolution, *todo.facts), callable, std::move(keys));
  }

  /// Of the live files of parts that stay.
  std::uint64_t kept_edges() const {
    std::uint64_t edges = 0;
    for (std::size_t i = 0; i < plan_.kept_parts; ++i) {
      const EdgePart& part = plan_.old->parts()[i]->edges;
      edges += part.edges();
      const JoinedPart& joined = now_->declarations().parts()[i];
      for (FileId file = 0; file < joined.dead.size(); ++file)
        if (joined.dead[file]) edges -= part.edges_of(file).size();
    }
    return edges;
  }

  /// How many call each symbol whose number or callers changed.
  class Degrees {
   public:
    explicit Degrees(const PartMaker& maker) : maker_(maker), old_(*maker.plan_.old) {}

    std::string encoded() {
      for (const KeyedNumber& one : old_.changed_degrees()) take_over(one.key);
      for (const auto& [file, moved] : maker_.moved_) {
        const DeclaredFile declared = old_.declarations().file(file);
        for (std::uint32_t i = 0; i < declared.symbol_count; ++i) take_over(declared.first_symbol + i);
      }
      for (const FileToDo& todo : maker_.plan_.files)
        if (todo.old != kNobody && todo.work != Work::kCarry) subtract(todo.old);
      for (const FileId file : maker_.plan_.gone) subtract(file);
      add();
      std::vector<std::uint64_t> rows;
      for (const auto& [symbol, degree] : degrees_)
        if (degree != 0 || symbol < maker_.kept_symbols_) rows.push_back(std::uint64_t{symbol} << 32U | degree);
      std::ranges::sort(rows);
      return {reinterpret_cast<const char*>(rows.data()), rows.size() * sizeof(std::uint64_t)};
    }

   private:
    void take_over(SymbolId old) {
      const SymbolId symbol = maker_.translated(old_.current(old));
      if (symbol != kNobody) degrees_.try_emplace(symbol, old_.call_in_degree(old_.current(old)));
    }
    void subtract(FileId old) {
      const IsCallable callable = callables_of(old_.declarations(), old_.declarations().file(old));
      for (const KeyedNumber& call : callers_by_target(old_.edges_of(old), callable)) {
        take_over(call.key);
        const SymbolId symbol = maker_.translated(call.key);
        if (symbol != kNobody) degrees_[symbol] -= call.member;
      }
    }
    void add() {
      for (const KeyedNumber& call : maker_.new_calls_) {
        if (call.key < maker_.kept_symbols_) degrees_.try_emplace(call.key, old_.call_in_degree(call.key));
        degrees_[call.key] += call.member;
      }
    }

    const PartMaker& maker_;
    const StoredGraph& old_;
    std::unordered_map<SymbolId, std::uint32_t> degrees_;
  };

  Manifest next_manifest() const {
    Manifest manifest;
    if (plan_.old != nullptr)
      manifest = plan_.old->manifest();
    else if (const auto published = read_manifest(update_.directory))
      manifest = *published;
    else  // a reader that holds a graph which was thrown away never meets its number again
      manifest.generation = static_cast<std::uint64_t>(unix_ms());
    ++manifest.generation;
    manifest.parts.resize(plan_.kept_parts);
    manifest.resolver_version = kResolverVersion;
    return manifest;
  }

  const GraphUpdate& update_;
  UpdatePlan plan_;
  const CancelToken& cancel_;
  std::vector<std::unique_ptr<Resolver>> resolvers_;
  FileId kept_files_ = 0;
  SymbolId kept_symbols_ = 0;
  std::unordered_map<FileId, Moved> moved_;  // by old file; those that are gone match nothing
  std::unordered_map<FileId, std::vector<std::uint32_t>> carried_keys_;
  std::vector<KeyedNumber> new_calls_;  // of files that were resolved: target, and how many of the file call it
  Sections sections_;
  std::shared_ptr<const StoredGraph> now_;
  std::size_t kept_rows_ = 0;
  std::uint64_t done_ = 0, total_ = 0;
  std::uint64_t edges_ = 0;  // of the new part
  std::atomic<std::uint64_t> resolved_ = 0;
  GraphReport report_;
};

/// Does no more than it has to.
Result<GraphReport> update_changed(const GraphUpdate& update, const CancelToken& cancel) {
  GROVE_ASSIGN_OR_RETURN(UpdatePlan plan, plan_update(update, cancel));
  if (plan.is_needed) return carry_out(update, std::move(plan), cancel);
  GROVE_ASSIGN_OR_RETURN(const Manifest manifest, read_manifest(update.directory));
  return GraphReport{.declared = 0, .resolved = 0, .edges = manifest.edges};
}

}  // namespace

Result<GraphReport> carry_out(const GraphUpdate& update, UpdatePlan plan, const CancelToken& cancel) {
  PartMaker maker(update, std::move(plan), cancel);
  GROVE_RETURN_IF_ERROR(maker.make());
  return maker.publish();
}

Result<GraphReport> update_graph(const GraphUpdate& update, const CancelToken& cancel) {
  GROVE_RETURN_IF_ERROR(create_directories(update.directory));
  auto report = update_changed(update, cancel);
  if (report || cancel.cancelled()) return report;
  // Damaged bytes may have named files that there are not.
  const Status sound = verify_graph(update.directory);
  if (sound || sound.error().code != ErrorCode::kCorrupt) return report;
  GROVE_ASSIGN_OR_RETURN(UpdatePlan plan, plan_anew(update));
  return carry_out(update, std::move(plan), cancel);
}

}  // namespace grove::graph
