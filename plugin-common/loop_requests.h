// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Limits on the pragmas of a unit, and the messages about pragmas that are ignored.
#pragma once

#include "capture.h"
#include "loop_fate.h"

#include <cstddef>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace osaca::pragma_limits {

/// The largest number of pragmas that are read in one unit. It is far more than anyone writes by hand, and only limits
/// generated files.
constexpr std::size_t most_per_unit = 10000;
constexpr std::size_t most_complaints = 100;
/// The longest text after `#pragma osaca analyze` that is kept. The driver checks far fewer conditions than fit into
/// such a text, and reports that it ignores the rest.
constexpr std::size_t most_text_bytes = 65536;

inline std::string too_many() {
  return "this unit has more than " + std::to_string(most_per_unit) + " pragmas of osaca; the rest are ignored";
}

/// The message about `#pragma osaca WORD`.
inline std::string complaint(const std::string &word) {
  if (word.empty())
    return "'#pragma osaca' is ignored; write '#pragma osaca analyze'";
  return "unknown '#pragma osaca " + word + "' is ignored; did you mean '#pragma osaca analyze'?";
}

/// The message about `!OSACA$ WORD` in Fortran. If `word` is "$", the sentinel itself is misspelt as `!$OSACA`.
inline std::string complaint_on_directive(const std::string &word) {
  if (word == "$")
    return "'!$OSACA' is ignored; write '!OSACA$ analyze'";
  if (word.empty())
    return "'!OSACA$' is ignored; write '!OSACA$ analyze'";
  return "unknown '!OSACA$ " + word + "' is ignored; did you mean '!OSACA$ analyze'?";
}

} // namespace osaca::pragma_limits

namespace osaca {

// The functions that the user names with `function=`, and the messages about names that the unit does not contain.

/// Adds the names in a comma-separated list to `names`, without duplicates. "f,g<int, double>" contains two names.
void add_functions(const std::string &list, std::vector<std::string> &names);

/// Which of the user's names the unit contains.
struct NamesInUnit {
  std::set<std::string> met;       ///< the user's names that match a function with a body
  std::set<std::string> functions; ///< unqualified names of the unit's functions, to suggest for a mistyped name
  bool has_loops = false;          ///< a loop is selected, by name or otherwise
};

/// The messages about names that this unit does not contain. A missing name is normal in a project, because the
/// function may be in another unit. It is not reported if the unit contains another of the names, or if `is_project` is
/// set (then the reports of many units are combined later). A name that looks mistyped is always reported.
[[nodiscard]] std::vector<std::string> remarks_on_names(const std::vector<std::string> &names, const NamesInUnit &unit,
                                                        bool is_project);

// Which source loops the user selected: by a pragma, by `all`, or by naming their function. Each selection of a loop is
// a request, and each machine loop belongs to the request of its source loop. The plugins number the source loops and
// know their places.

struct SourceLoop {
  int parent = -1; ///< the enclosing loop, or -1
  bool has_inner = false;
  bool is_analysable = false; ///< can have machine code, and is not in a system header
  bool is_named = false;      ///< in a function that the user named
  bool runs_once = false;     ///< `do { ... } while (0)`: only a pragma selects it
};

struct BoundPragma {
  int loop = -1;               ///< the source loop that the pragma applies to; -1: no loop follows it
  std::string expectations;    ///< the text after `analyze`
  std::string why_none = {};   ///< Fortran: why no loop follows it; "": the usual message, which is about C, is shown
  int statement = -1;          ///< the statement that the pragma applies to, if it is no loop; -1: none
  bool is_unsupported = false; ///< it is at a place where this plugin does not find loops; `why_none` says so
};

struct LoopRequest {
  int loop = -1; ///< the source loop, or -1
  capture::AnnotationKind kind = capture::AnnotationKind::pragma;
  int pragma = -1;          ///< index of the pragma that selects it; -1: none
  bool is_repeated = false; ///< an earlier pragma already selects this loop
  std::string expectations = {};
  std::string why_none = {};   ///< see BoundPragma
  int statement = -1;          ///< the annotated statement that is no loop, or -1; see BoundPragma
  bool is_unsupported = false; ///< see BoundPragma

  /// If false, the request is reported at its pragma, otherwise at its loop.
  [[nodiscard]] bool has_loop() const { return loop >= 0 && !is_repeated; }

  /// Whether it is about the loops that the code of a statement became.
  [[nodiscard]] bool has_statement() const { return statement >= 0 && !is_repeated; }
};

class LoopRequests {
public:
  LoopRequests() = default;

  /// `all`: also select all analysable innermost loops, and outer loops as described at for_machine_loop().
  LoopRequests(const std::vector<BoundPragma> &pragmas, std::vector<SourceLoop> loops, bool all);

  /// For callers that learn of loops and pragmas one at a time. A new loop gets the next number, and no request.
  void add(const SourceLoop &loop) { loops_.push_back(loop); }
  void add(const BoundPragma &pragma);
  [[nodiscard]] int loop_count() const { return static_cast<int>(loops_.size()); }

  /// Marks a loop as part of code that is being compiled, so that its function's name or `all` may select it.
  void may_become_code(int loop, bool is_named);

  /// The requests of pragmas come first, in the order of the pragmas. A pragma that is added with add() later comes
  /// after the requests that exist at that time.
  [[nodiscard]] const std::vector<LoopRequest> &requests() const { return requests_; }

  /// The index of the request for this source loop, or -1.
  [[nodiscard]] int index_of(int loop) const;

  /// Whether machine loops of this source loop have to be identified in the machine code.
  [[nodiscard]] bool wants(int loop) const { return all_ || index_of(loop) >= 0; }

  /// The index of the request for a machine loop that was generated from this source loop, or -1. `works_itself`: the
  /// machine loop is innermost, or has at least as many instructions outside its inner loops as inside. Adds a request
  /// if `all` or `function=` selects the machine loop and it has none yet.
  [[nodiscard]] int for_machine_loop(int loop, bool works_itself);

  /// The index of the request for an annotated statement that is no loop, or -1.
  [[nodiscard]] int by_statement(int statement) const;
  [[nodiscard]] bool has_statements() const { return !by_statement_.empty(); }

  /// The index of the request that a pragma makes for this source loop, or -1.
  [[nodiscard]] int by_pragma(int loop) const;

  /// The index of the request that a pragma makes for this source loop, or else for the nearest enclosing loop that has
  /// such a request; or -1.
  [[nodiscard]] int by_pragma_around(int loop) const;

private:
  void request_by_argument(int loop);
  int request(int loop, capture::AnnotationKind kind);

  std::vector<SourceLoop> loops_;
  bool all_ = false;
  int pragmas_ = 0;
  std::vector<LoopRequest> requests_;
  std::unordered_map<int, int> by_loop_;
  std::unordered_map<int, int> by_statement_;
};

/// What the capture says about a request, without the location. `fate` is read only if the request has a loop or a
/// statement.
[[nodiscard]] capture::Annotation annotation_of(const LoopRequest &request, bool is_found, const vanish::Fate &fate);

} // namespace osaca
