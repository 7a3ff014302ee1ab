// The functions that a loop calls, and their part of the prediction.
#pragma once

#include "base/called_function.h"
#include "base/cycles.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace osaca {

/// Where the cost of a function comes from whose code is not part of the input.
struct CallFigure {
  std::string core;                       ///< on which it was measured; "": not known
  std::string library;                    ///< "glibc 2.36"; "": not known
  std::string argument_class;             ///< "typical"
  bool is_estimated = false;              ///< it was measured on another core and scaled
  Cycles cycles = {};                     ///< in which one call fills the core
  std::optional<std::int64_t> bytes = {}; ///< the length that is passed, if the code shows it
};

/// The calls of one function from one place: from the loop itself, or from one of its callees.
struct CalledFunction {
  std::string name; ///< its symbol; "": called through a pointer
  CallStatus status = CallStatus::followed;
  std::string caller;   ///< the symbol of the callee that calls it; "": the loop itself
  int calls = 1;        ///< per iteration
  int instructions = 0; ///< per iteration, of the function and of those that it calls
  /// The prediction minus the prediction of the loop without these calls: without the instructions of the function and
  /// of those that it calls, and without the call and the return. The argument registers then pass their values on to
  /// the result registers at once. In cycles per iteration, with all data in the first-level cache. The figures of
  /// several functions need not add up to the prediction. Empty: the loop calls a function that was not followed, does
  /// not call this one itself, or calls too many functions.
  std::optional<Cycles> cycles = {};
  std::optional<CallFigure> figure = {}; ///< if the status is `measured`

  /// The cycles per iteration in which the calls keep the core busy, or for which the loop waits for them. More than
  /// `cycles` if something else would limit the loop without the calls. Empty if `cycles` is.
  [[nodiscard]] std::optional<Cycles> busy_cycles() const {
    if (!cycles || !figure)
      return cycles;
    return std::max(*cycles, figure->cycles * Cycles(calls));
  }
};

/// The time from one argument of a function to a result, if the other arguments are known before.
struct ArgumentLatency {
  std::string reg; ///< which holds the argument by the calling convention, in its longest form: "rdi"
  Cycles cycles;
};

/// When a register that may hold the result of a function is known, counted from the beginning of the call. The
/// arguments are known at the beginning.
struct ResultLatency {
  std::string reg;                                  ///< as in Register::name
  Cycles cycles;                                    ///< from all arguments together
  std::vector<ArgumentLatency> from_arguments = {}; ///< of the arguments that it depends on, in the convention's order
};

/// "followed", "measured", "indirect", "elsewhere", "recursive", "has_loop", "too_deep", "too_large", "not_returning",
/// "too_long": the names in JSON.
[[nodiscard]] std::string_view name_of(CallStatus status);

constexpr CallStatus call_statuses[] = {
    CallStatus::followed, CallStatus::measured, CallStatus::indirect,  CallStatus::elsewhere,     CallStatus::recursive,
    CallStatus::has_loop, CallStatus::too_deep, CallStatus::too_large, CallStatus::not_returning, CallStatus::too_long};

} // namespace osaca
