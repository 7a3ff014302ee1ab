// What calls of library functions cost on one core, as measured by `osaca measure calls`: the table, its reader and the
// lookup by symbol.
#pragma once

#include "base/cycles.h"
#include "base/expected.h"
#include "base/figure_origin.h"
#include "calls/call_signature.h"
#include "kernel/isa.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

/// The figures for one class of arguments, in cycles of the core per call. They include the call, the return and the
/// jump of the procedure linkage table.
struct CallFigures {
  std::string argument_class;           ///< "typical", "64 bytes"
  std::string arguments;                ///< the values that were passed, for people
  Cycles throughput_cycles;             ///< of calls that do not depend on each other
  std::optional<Cycles> latency_cycles; ///< of calls whose first argument depends on the result of the call before
  std::string source;                   ///< a citation, or how the figures were measured
  std::int64_t bytes = 0;               ///< the length that was passed; 0: the function has no such argument
};

struct CallEntry {
  std::string name; ///< the symbol, without a version
  CallSignature signature;
  std::string typical;              ///< the class that is used if nothing is known about the arguments
  std::vector<CallFigures> classes; ///< not empty; each class once
  int bytes_argument = 0; ///< the argument, from 1, that holds a number of bytes; 0: none. If set, `classes` is sorted
                          ///< by bytes

  [[nodiscard]] const CallFigures *find(std::string_view argument_class) const;

  /// The figures for this number of bytes, interpolated linearly between the two nearest numbers that were measured.
  /// Below the smallest measured number, the figures of that number are used. Empty: the number is larger than all
  /// measured ones, it is negative, or there is no such argument.
  [[nodiscard]] std::optional<CallFigures> with_bytes(std::int64_t bytes) const;
};

/// Whether the function returns its first argument, as memcpy and strcpy do: the result is known before the function
/// has done its work.
[[nodiscard]] bool returns_first_argument(const CallEntry &entry);

struct CallTable {
  std::string core;    ///< the name of the model of the core: "zen3"
  std::string cpu;     ///< as the processor calls itself
  std::string library; ///< "glibc 2.36"
  Isa isa = Isa::x86_64;
  Origin origin = Origin::measured; ///< user: from an overlay
  std::vector<CallEntry> functions; ///< sorted by name, each name once

  /// The entry of the function with this symbol. Null: there is none.
  [[nodiscard]] const CallEntry *find(std::string_view symbol) const;
};

/// The names under which a table may list the function with this symbol, the best first: "sin@GLIBC_2.2.5" and
/// "sin@PLT" are sin, "__exp_finite" is exp, "__memcpy_chk" is memcpy, and "_Znwm" is malloc.
[[nodiscard]] std::vector<std::string> names_in_tables(std::string_view symbol);

struct CallTableReading {
  std::optional<CallTable> table; ///< empty if there are problems
  std::vector<Error> problems;    ///< in the order in which they were found; at most 50
};

constexpr std::string_view call_table_schema = "osaca-calls-1";
constexpr int most_call_cycles = 100'000; ///< slower functions are not worth a prediction
constexpr std::size_t most_table_bytes = 4U << 20U;

/// `file` is used in messages. `is_users`: an overlay, which may leave out the core and the library.
[[nodiscard]] CallTableReading read_call_table(std::string_view yaml, const std::string &file, bool is_users);

} // namespace osaca
