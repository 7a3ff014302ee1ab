// SPDX-License-Identifier: GPL-3.0-or-later
// Places in the source: the order of two of them, the chain of inlined calls an instruction came through, and
// the table that gives each one the index under which the driver knows it.
#pragma once

#include "gcc_compat.h"

#include "capture.h"

namespace osaca::gcc {

/// True if `first` comes before `second` in the order in which the compiler reads the unit.
[[nodiscard]] bool comes_before(location_t first, location_t second);

/// The place without the inlining block and range that GCC packs into it.
[[nodiscard]] location_t plain(location_t location);

/// A place in a file of which the compiler has none of its own: read off the text. No file: none.
struct TextPlace {
  const char *file = nullptr; ///< as the compiler's table of places has it
  int line = 0;
  int column = 0;
};

/// Interned call-site chains. Id 0 is "not inlined"; every other id is one call site and the chain around it.
class InlineContexts {
public:
  static constexpr int none = 0;

  InlineContexts() : sites_(1) {}

  /// Of an instruction's INSN_LOCATION.
  int of(location_t location);

  [[nodiscard]] location_t call_site(int context) const { return sites_[context].location; }
  [[nodiscard]] int outer(int context) const { return sites_[context].outer; }

  /// The function that was inlined there, in the function that is looked at now; NULL_TREE if unknown.
  [[nodiscard]] tree inlined_function(int context) const;

  /// Blocks are reused by the compiler: forget them between functions.
  void forget_blocks() {
    by_block_.clear();
    inlined_.clear();
  }

private:
  struct Site {
    location_t location = UNKNOWN_LOCATION;
    int outer = 0;
  };

  int of_block(tree block);
  int intern(location_t call_site, int outer);

  std::vector<Site> sites_;
  std::map<std::pair<location_t, int>, int> ids_;
  std::unordered_map<tree, int> by_block_;
  std::unordered_map<int, tree> inlined_; ///< by context
};

class LocationTable {
public:
  explicit LocationTable(const InlineContexts &contexts) : contexts_(contexts) {}

  /// -1 for an unknown location.
  int index_of(location_t location, int context);

  /// Of what was inlined through the calls of `context`. The compiler gets a place for it when all code is written:
  /// make_places().
  int index_of(const TextPlace &place, int context);

  /// When nothing asks for the order of places any more.
  void make_places();

  /// By index, for the driver and for the compiler's own diagnostics.
  [[nodiscard]] const std::vector<capture::Location> &entries() const { return locations_; }
  [[nodiscard]] const std::vector<location_t> &places() const { return places_; }

private:
  void add_call_sites(int context, capture::Location &entry);

  const InlineContexts &contexts_;
  std::vector<location_t> places_;
  std::vector<capture::Location> locations_;
  std::map<std::pair<location_t, int>, int> indices_;
  std::map<std::tuple<const char *, int, int, int>, int> indices_in_text_; ///< by file, line, column and context
};

} // namespace osaca::gcc
