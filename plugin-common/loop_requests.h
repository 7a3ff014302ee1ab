// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which loops of the source the user asked for: by pragma, all of them, or those of a function; and which request a
// loop of the machine code answers. The plugins number the loops of the source and know where they stand.
#pragma once

#include "capture.h"
#include "loop_fate.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace osaca {

struct SourceLoop {
  int parent = -1; ///< the loop around it, or -1
  bool has_inner = false;
  bool is_analysable = false; ///< may become code, and is not a system header's
  bool is_named = false;      ///< in a function that the user named
  bool runs_once = false;     ///< `do { ... } while (0)`: no argument asks for it
};

struct BoundPragma {
  int loop = -1;             ///< the source loop that it belongs to; -1: no loop follows it
  std::string expectations;  ///< what follows it on its line
  std::string why_none = {}; ///< if there is no loop, and the language says it in other words than C
};

struct LoopRequest {
  int loop = -1; ///< the source loop, or -1
  capture::AnnotationKind kind = capture::AnnotationKind::pragma;
  int pragma = -1;          ///< index of the pragma that asks, -1: none
  bool is_repeated = false; ///< an earlier pragma already means this loop
  std::string expectations = {};
  std::string why_none = {}; ///< as BoundPragma has it

  /// If not, it is shown where the pragma stands, and else where the loop does.
  [[nodiscard]] bool has_loop() const { return loop >= 0 && !is_repeated; }
};

class LoopRequests {
public:
  LoopRequests() = default;

  /// `all`: every loop that works itself is asked for, see for_machine_loop().
  LoopRequests(const std::vector<BoundPragma> &pragmas, std::vector<SourceLoop> loops, bool all);

  /// Where loops and pragmas come to be known one after the other. Loops are numbered on, and nothing asks for them
  /// yet.
  void add(const SourceLoop &loop) { loops_.push_back(loop); }
  void add(const BoundPragma &pragma);
  [[nodiscard]] int loop_count() const { return static_cast<int>(loops_.size()); }

  /// That loop, added before, is in code that is being compiled: its function or `all` may ask for it.
  void may_become_code(int loop, bool is_named);

  /// Pragmas first, in their order, unless they were added later.
  [[nodiscard]] const std::vector<LoopRequest> &requests() const { return requests_; }

  /// The index of the request for this source loop, or -1.
  [[nodiscard]] int index_of(int loop) const;

  /// Whether loops of that source loop may have to be found in the machine code.
  [[nodiscard]] bool wants(int loop) const { return all_ || index_of(loop) >= 0; }

  /// The index of the request that asks for a machine loop which comes from that source loop, or -1. `works_itself`:
  /// the machine loop is an innermost one, or does more beside the loops in it than in them. May add a request.
  [[nodiscard]] int for_machine_loop(int loop, bool works_itself);

  /// The index of the pragma's request for this source loop, or -1.
  [[nodiscard]] int by_pragma(int loop) const;

  /// The same for the nearest source loop that has one, from this one outwards.
  [[nodiscard]] int by_pragma_around(int loop) const;

private:
  void request_by_argument(int loop);
  int request(int loop, capture::AnnotationKind kind);

  std::vector<SourceLoop> loops_;
  bool all_ = false;
  int pragmas_ = 0;
  std::vector<LoopRequest> requests_;
  std::unordered_map<int, int> by_loop_;
};

/// What the capture says of a request, but for its place. `fate` is read if the request has a loop.
[[nodiscard]] capture::Annotation annotation_of(const LoopRequest &request, bool is_found, const vanish::Fate &fate);

} // namespace osaca
