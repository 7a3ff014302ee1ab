// One loop as the page's script reads it, and what loops have in common.
#pragma once

#include "collection/collection.h"
#include "render/html/interned.h"

#include <nlohmann/json.hpp>

namespace osaca::html {

using Json = nlohmann::ordered_json;

/// As all forms for people show it: two places.
[[nodiscard]] double number_of(Cycles cycles);

/// What loops, findings and changes name by a number.
class Shared {
public:
  int text(std::string_view text) { return texts_(text); }
  int file(std::string_view name) { return files_(name); }
  /// [file, line, column]
  Json place(const SourceLocation &where);
  /// Instructions without their figures: the same on every core.
  int code(const KernelReport &kernel);
  /// What an instruction costs, as an array.
  int figures(const InstructionLine &line, std::size_t port_count);
  int port_list(const KernelReport &kernel);
  /// Edges, chains and whatever else copies and cores have in common.
  int list(Json value);

  [[nodiscard]] const std::vector<std::string> &texts() const { return texts_.values(); }
  [[nodiscard]] const std::vector<std::string> &files() const { return files_.values(); }
  [[nodiscard]] const std::vector<Json> &codes() const { return codes_.values(); }
  [[nodiscard]] const std::vector<Json> &figures() const { return figures_.values(); }
  [[nodiscard]] const std::vector<Json> &port_lists() const { return port_lists_.values(); }
  [[nodiscard]] const std::vector<Json> &lists() const { return lists_.values(); }

private:
  static int kept(Interned<Json> &among, Json value);

  Texts texts_;
  Texts files_;
  Interned<Json> codes_;
  Interned<Json> figures_;
  Interned<Json> port_lists_;
  Interned<Json> lists_;
};

[[nodiscard]] Json loop_data(const CollectedLoop &loop, Shared &shared);

} // namespace osaca::html
