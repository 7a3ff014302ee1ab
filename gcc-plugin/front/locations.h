// SPDX-License-Identifier: GPL-3.0-or-later
// Places in the source: their order, the chain of inlined calls of an instruction, and the table that gives each place
// its index in the capture.
#pragma once

#include "capture.h"
#include "gcc_compat.h"

namespace osaca::gcc {

/// True if `first` comes before `second` in the order in which the compiler reads the unit.
[[nodiscard]] bool comes_before(location_t first, location_t second);

/// The place alone: GCC's `location_t` may also contain the block that was inlined and a range of columns, which are
/// removed.
[[nodiscard]] location_t plain(location_t location);

/// A place that was found in the text of a file, and for which the compiler has no location. `file` is null if there is
/// no such place.
struct TextPlace {
  const char *file = nullptr; ///< the pointer from the compiler's table of places
  int line = 0;
  int column = 0;
};

/// The chains of calls through which code was inlined. Equal chains have the same id. Id 0 means "not inlined". Every
/// other id denotes one call site and the chain around that call site.
class InlineContexts {
public:
  static constexpr int none = 0;

  InlineContexts() : sites_(1) {}

  /// The context of an instruction's INSN_LOCATION.
  int of(location_t location);

  [[nodiscard]] location_t call_site(int context) const { return sites_[context].location; }
  [[nodiscard]] int outer(int context) const { return sites_[context].outer; }

  /// The function that was inlined there. It is known only within the current function; otherwise NULL_TREE.
  [[nodiscard]] tree inlined_function(int context) const;

  /// Call between functions, because the compiler reuses the addresses of blocks.
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

  /// The index of the location, which is added if it is new; -1 if the location is unknown.
  int index_of(location_t location, int context);

  /// The index of a place in text that was inlined through the calls of `context`. Its location is created later by
  /// make_places().
  int index_of(const TextPlace &place, int context);

  /// Creates locations for places in text. Call it when the order of places is not needed any more.
  void make_places();

  /// The entries by index, for the driver, and the compiler's locations for its diagnostics.
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

// The compiler's locations for a line of a file. A file that is included several times has separate locations for each
// inclusion.

class LinePlaces {
public:
  /// The object knows the files that the compiler has read until now.
  LinePlaces();

  static constexpr int begin_of_line = 0;
  static constexpr int end_of_line = -1;

  /// How often the file was read, 0 if never.
  [[nodiscard]] int inclusions(const std::string &file) const;

  /// The location in the inclusion with this number; UNKNOWN_LOCATION if that inclusion has no such line. `column`
  /// counts from 1, or is one of the constants above.
  [[nodiscard]] location_t at(const std::string &file, int inclusion, int line, int column) const;

  [[nodiscard]] const std::vector<std::string> &files() const { return files_; }

private:
  /// Consecutive lines that are in one map of the compiler.
  struct Lines {
    linenum_type first = 0;
    linenum_type last = 0;
    const line_map_ordinary *map = nullptr;
  };
  using Inclusion = std::vector<Lines>; ///< in ascending order

  void add(const line_map_ordinary *map, location_t last);

  std::vector<std::string> files_;
  std::unordered_map<std::string, std::vector<Inclusion>> by_file_;
};

} // namespace osaca::gcc
