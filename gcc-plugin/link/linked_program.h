// SPDX-License-Identifier: GPL-3.0-or-later
// Programs that are being linked with -flto: their sources, the loops selected in them, and the processes of one link.
#pragma once

#include "annotated_loops.h"
#include "arguments.h"
#include "front/loop_extents.h"
#include "gcc_compat.h"
#include "gimple/source_loops.h"
#include "loop_requests.h"

namespace osaca::gcc {

// The loops and pragmas of a program that is being linked with -flto. At link time the instructions still have places
// in the source, but the compiler knows nothing about pragmas and loop statements any more. So the source files are
// read again, in their current state (plugin-common/annotated_loops.h).

class LinkedSources {
public:
  explicit LinkedSources(LoopExtents &extents) : extents_(extents) {}

  /// Reads the files that are new in the compiler's table of places. `wants_all`: reads their loops even if no file has
  /// a pragma.
  void look_at_new_files(bool wants_all);

  /// Whether any of the files contains a pragma of ours.
  [[nodiscard]] bool has_pragmas() const { return !pragmas_.empty(); }

  struct Pragma {
    RecordedPragma recorded;
    int loop = -1;                ///< id of the extent that it applies to, or -1
    bool is_at_statement = false; ///< it is before a statement that is no loop
  };
  [[nodiscard]] const std::vector<Pragma> &pragmas() const { return pragmas_; }

  /// Index of the first pragma that applies to the loop, or -1.
  [[nodiscard]] int pragma_of(int loop) const;

  /// The loops and pragmas in a function's text.
  struct Body {
    source::Place begin;      ///< where the block of the function begins
    std::vector<int> loops;   ///< ids of extents
    std::vector<int> pragmas; ///< indices of pragmas
  };
  [[nodiscard]] Body body_of(tree function) const;

  /// The smallest extent that contains the place, or -1.
  [[nodiscard]] int innermost_at(location_t location) const;

  [[nodiscard]] bool is_system_header(int loop) const;

private:
  struct File {
    const char *name = nullptr;
    bool is_system_header = false;
    bool is_read = false;
    source::AnnotatedSource source;
    int first_loop = 0;   ///< id of the extent of its first loop
    int first_pragma = 0; ///< index of its first pragma
  };

  void look_at(const line_map_ordinary *map);
  void read(File &file);
  [[nodiscard]] const File *file_at(const expanded_location &place) const;
  [[nodiscard]] static const source::BracedBlock *block_of(const File &file, tree function,
                                                           const expanded_location &place);

  LoopExtents &extents_;
  unsigned maps_seen_ = 0; ///< number of maps in the compiler's table of places that were processed
  std::vector<File> files_;
  std::unordered_map<std::string, size_t> by_name_;
  std::unordered_set<const char *> names_seen_;
  bool reads_all_ = false;
  std::vector<Pragma> pragmas_;
  std::unordered_map<int, int> pragma_of_loop_;
  std::vector<int> file_of_loop_; ///< by id of the loop
};

// Determines the selected loops of a program that is being linked with -flto. Only the text contains pragmas, and it
// also contains the pragmas of code that was not compiled. So a pragma counts only once its function has been compiled,
// by itself or inlined into another function. If the function cannot be found in the text, because a macro generated
// it, the code of the loop decides instead.

class LinkedLoops {
public:
  using IsNamed = std::function<bool(tree)>; ///< whether the user named the function

  /// Adds to `requests` and `pragmas`. All three references must stay valid.
  LinkedLoops(LoopExtents &extents, LoopRequests &requests, std::vector<RecordedPragma> &pragmas)
      : sources_(extents), extents_(extents), requests_(requests), pragmas_(pragmas) {}

  /// Call once, before all other functions, and only if a program is being linked. From then on, the text determines
  /// which extent (the part of the source from the beginning to the end of a loop) contains a place.
  void answer_extents();

  /// Call before `cfun` is analysed; repeated calls are allowed.
  void add_current_function(bool all, const IsNamed &is_named);

  /// Notes that `cfun` contains code of the source loop with the id `loop`. `owner` is the source function that the
  /// loop belongs to, or NULL_TREE if it is unknown.
  void assign_loop(int loop, tree owner);

  /// Whether `cfun` may contain a selected loop.
  [[nodiscard]] bool has_pragmas() const { return sources_.has_pragmas(); }

private:
  void add_new_loops();
  void meet(tree function, const IsNamed &is_named);
  void add_instance(int loop, tree function, const source::Place &begin);
  void ask_by_pragma(int pragma);

  LinkedSources sources_;
  LoopExtents &extents_;
  LoopRequests &requests_;
  std::vector<RecordedPragma> &pragmas_;
  std::unordered_set<unsigned> met_;                    ///< DECL_UIDs of functions
  std::unordered_set<int> requested_;                   ///< indices of pragmas that were added to the requests
  std::unordered_map<int, source::Place> body_of_loop_; ///< by loop: where the body of its function begins
};

// The processes of a link with -flto. GCC first reads the whole program in one process (WPA), which generates no code.
// It then compiles parts of the program in several processes (LTRANS), which run at the same time and have no data in
// common.

/// Whether this process generates no code, because other processes compile the parts.
[[nodiscard]] bool is_whole_program_process();

/// Whether this process compiles one of several parts.
[[nodiscard]] bool is_part_process();

/// The name of the program and of the part, from which the name of the report's file is derived.
[[nodiscard]] std::string name_of_part();

/// The arguments without the outputs that all parts would write to the same file. The first process of the link reports
/// what is left out.
[[nodiscard]] Arguments for_parts(Arguments arguments);

/// Removes the reports of an earlier link from report_dir, because this link may have fewer parts.
void drop_reports_of_parts(const Arguments &arguments);

/// Reports sources of the program that are missing or were changed after they were compiled, because pragmas are read
/// from the current text. There is one note for all missing sources, and one for all changed sources.
void check_sources();

} // namespace osaca::gcc
