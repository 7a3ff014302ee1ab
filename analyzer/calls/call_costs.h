// What calls cost on one core, from all tables that apply to it: a user's, then the shipped one.
#pragma once

#include "calls/call_table.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

/// The cost of a call on the core of the prediction.
struct CallCost {
  std::shared_ptr<const CallTable> table; ///< never null
  const CallEntry *entry = nullptr;       ///< of the table; never null
  std::string argument_class;
  Cycles throughput_cycles;
  std::optional<Cycles> latency_cycles; ///< empty: the result is available when the call has ended
  std::string core;                     ///< on which it was measured; "": not known
  std::string library;                  ///< "glibc 2.36"; "": not known
  bool is_estimated = false;            ///< measured on another core, and scaled
  Origin origin = Origin::measured;
  std::string source;
};

class CallCosts {
public:
  /// How the figures of a table are scaled for this core. 1 and 1: they were measured on it.
  struct Scale {
    double latency = 1;
    double throughput = 1;
    bool is_estimated = false;
  };

  struct ScaledTable {
    std::shared_ptr<const CallTable> table; ///< null: there is none
    Scale scale;
    bool is_users = false;
  };

  enum class Tables { all, of_user };

  /// Called when a function is looked up that no earlier table lists.
  using Load = std::function<ScaledTable()>;

  /// Tables that were added before take precedence.
  void add(Load load);

  /// The cost of a call with usual arguments, or with this number of bytes. Empty: no table lists the function, or no
  /// table has figures for so many bytes.
  [[nodiscard]] std::optional<CallCost> find(std::string_view symbol, std::optional<std::int64_t> bytes = std::nullopt,
                                             Tables which = Tables::all) const;

private:
  std::vector<Load> tables_;
};

} // namespace osaca
