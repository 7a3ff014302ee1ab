// SPDX-License-Identifier: GPL-3.0-or-later
// The loops and pragmas of a program that is being linked (-flto). What is compiled then knows its places in the
// source, but nothing of pragmas or loop statements: so the files that it names are read again, as they are now.
// (plugin-common/annotated_loops.h)
#pragma once

#include "loop_extents.h"

#include "annotated_loops.h"

namespace osaca::gcc {

class LinkedSources {
public:
  explicit LinkedSources(LoopExtents &extents) : extents_(extents) {}

  /// Looks at the files that came new in the compiler's table of places. `wants_all`: reads their loops even if no file
  /// has a pragma.
  void look_at_new_files(bool wants_all);

  /// Whether any of the files that were looked at has a pragma of ours.
  [[nodiscard]] bool has_pragmas() const { return !pragmas_.empty(); }

  struct Pragma {
    RecordedPragma recorded;
    int loop = -1; ///< id of its extent
  };
  [[nodiscard]] const std::vector<Pragma> &pragmas() const { return pragmas_; }

  /// Index of the first pragma that stands before the loop, or -1.
  [[nodiscard]] int pragma_of(int loop) const;

  /// What stands in a function's text.
  struct Body {
    source::Place begin;      ///< of its block
    std::vector<int> loops;   ///< ids of extents
    std::vector<int> pragmas; ///< indices
  };
  [[nodiscard]] Body body_of(tree function) const;

  /// The smallest extent that holds the place, or -1.
  [[nodiscard]] int innermost_at(location_t location) const;

  [[nodiscard]] bool is_system_header(int loop) const;

private:
  struct File {
    const char *name = nullptr;
    bool is_system_header = false;
    bool is_read = false;
    source::AnnotatedSource source;
    int first_loop = 0;   ///< id of the extent of its first loop
    int first_pragma = 0; ///< index
  };

  void look_at(const line_map_ordinary *map);
  void read(File &file);
  [[nodiscard]] const File *file_at(const expanded_location &place) const;
  [[nodiscard]] static const source::TextBlock *block_of(const File &file, tree function,
                                                         const expanded_location &place);

  LoopExtents &extents_;
  unsigned maps_seen_ = 0; ///< of the compiler's table of places
  std::vector<File> files_;
  std::unordered_map<std::string, size_t> by_name_;
  std::unordered_set<const char *> names_seen_;
  bool reads_all_ = false;
  std::vector<Pragma> pragmas_;
  std::unordered_map<int, int> pragma_of_loop_;
  std::vector<int> file_of_loop_; ///< by id
};

} // namespace osaca::gcc
