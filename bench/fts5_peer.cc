#include <sqlite3.h>

#include <cctype>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "bench/latency.h"

// usage: bench_fts5 index DATABASE FILE_LIST | bench_fts5 query DATABASE QUERIES
// The peer for words: SQLite's FTS5 over pieces of 40 lines, its unicode tokenizer with `_` as part of words, ranked by its BM25.
namespace {

using Database = std::unique_ptr<sqlite3, decltype(&sqlite3_close)>;
using Statement = std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)>;
constexpr int kLinesOfAPiece = 40;

Statement prepare(sqlite3* database, const char* sql) {
  sqlite3_stmt* statement = nullptr;
  sqlite3_prepare_v2(database, sql, -1, &statement, nullptr);
  return {statement, &sqlite3_finalize};
}

void insert(sqlite3_stmt* statement, const std::string& path, const std::string& text) {
  sqlite3_bind_text(statement, 1, path.data(), static_cast<int>(path.size()), SQLITE_STATIC);
  sqlite3_bind_text(statement, 2, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
  sqlite3_step(statement);
  sqlite3_reset(statement);
}

void insert_file(sqlite3_stmt* statement, const std::string& path) {
  std::ifstream in(path);
  std::string piece;
  int lines = 0;
  for (std::string line; std::getline(in, line);) {
    piece.append(line).push_back('\n');
    if (++lines % kLinesOfAPiece != 0) continue;
    insert(statement, path, piece);
    piece.clear();
  }
  if (!piece.empty()) insert(statement, path, piece);
}

int index_files(sqlite3* database, const char* list) {
  sqlite3_exec(database, "pragma journal_mode = wal; pragma synchronous = normal;", nullptr, nullptr, nullptr);
  sqlite3_exec(database, "create virtual table pieces using fts5(path, body, tokenize = \"unicode61 tokenchars '_'\"); begin;", nullptr,
               nullptr, nullptr);
  const Statement statement = prepare(database, "insert into pieces values (?, ?)");
  std::ifstream paths(list);
  for (std::string path; std::getline(paths, path);) insert_file(statement.get(), path);
  return sqlite3_exec(database, "commit", nullptr, nullptr, nullptr) == SQLITE_OK ? 0 : 1;
}

// "where is it" becomes `"where" OR "is" OR "it"`.
std::string any_of_the_words(const std::string& query) {
  std::string joined;
  std::string word;
  for (const char c : query + " ") {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
      word += c;
    } else if (!word.empty()) {
      joined += (joined.empty() ? "\"" : " OR \"") + word + "\"";
      word.clear();
    }
  }
  return joined;
}

int run_queries(sqlite3* database, const char* file) {
  const auto queries = grove::bench::read_queries(file);
  if (queries.empty()) return 1;
  const Statement statement = prepare(database, "select path from pieces where pieces match ? order by rank limit 10");
  std::vector<double> took;
  for (int round = 0; round < 3; ++round) {
    for (const std::string& query : queries) {
      const std::string match = any_of_the_words(query);
      const auto start = std::chrono::steady_clock::now();
      sqlite3_bind_text(statement.get(), 1, match.data(), static_cast<int>(match.size()), SQLITE_STATIC);
      while (sqlite3_step(statement.get()) == SQLITE_ROW) {
      }
      sqlite3_reset(statement.get());
      const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - start;
      if (round > 0) took.push_back(spent.count());
    }
  }
  grove::bench::print_latencies("SQLite FTS5", took);
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 4) {
    std::fputs("usage: bench_fts5 index|query DATABASE FILE\n", stderr);
    return 2;
  }
  sqlite3* opened = nullptr;
  if (sqlite3_open(arguments[2], &opened) != SQLITE_OK) return 1;
  const Database database(opened, &sqlite3_close);
  return std::string(arguments[1]) == "index" ? index_files(opened, arguments[3]) : run_queries(opened, arguments[3]);
}
