// How a core issues instructions: in program order, or from schedulers.
#pragma once

#include "base/figure_origin.h"
#include "kernel/cost.h"

#include <string>
#include <vector>

namespace osaca {

/// A kind of instruction: all that fulfil every condition given here.
struct IssueKind {
  enum class Access { any, load, store, branch };
  std::vector<std::string> match; ///< globs over opcodes; empty: any
  Access access = Access::any;
  PortSet ports = 0;     ///< it needs one of these ports; 0: any
  int least_sources = 0; ///< registers that it reads, including those of addresses
  int least_results = 0; ///< registers that it writes
};

/// Which instructions are not issued in the same cycle by a core that executes in program order.
struct IssueRule {
  enum class Kind {
    alone, ///< with no other instruction
    first, ///< only as the first of a cycle
    last,  ///< only as the last of a cycle
    apart  ///< not together with an instruction of the kind `other`
  };
  Kind kind = Kind::alone;
  IssueKind of;
  IssueKind other; ///< of Kind::apart
  Provenance provenance;
};

/// Issue in program order: an instruction that waits delays all later ones.
struct InOrder {
  bool value = false;
  int issue_width = 0;            ///< instructions per cycle; 0: the dispatch width
  bool writes_in_order = false;   ///< an instruction waits if its result would be ready before that of an earlier one
  bool branch_ends_group = false; ///< no instruction is issued after a taken branch in the same cycle
  int address_cycles = 0; ///< an instruction needs the registers of an address so long before its other operands
  /// A general register that was loaded is available so much sooner to other operands than to an address.
  int loaded_value_cycles = 0;
  int store_data_cycles = 0; ///< a store needs a general register that it stores this many cycles after its issue
  std::vector<IssueRule> rules;
  Provenance provenance;
};

/// A buffer in which uops wait for some of the ports. A uop enters it before it is known which port will be free.
struct Scheduler {
  std::string name;
  PortSet ports = 0;
  int entries = 0;
  int per_cycle = 0;          ///< uops that may enter per cycle; 0: no limit
  bool is_queued = false;     ///< uops enter through the SchedulerQueue
  bool binds_ports = false;   ///< a uop is bound to a port when it enters, by the uops that wait for each port
  bool ports_in_turn = false; ///< a uop is bound to a port when it enters: the ports take turns
  int binding_tolerance = 4;  ///< a port is not chosen if this many more uops wait for it than for the least used one
  int binding_ranks = 0;      ///< places of a cycle that get different ports; 0: as many as the uop has ports
  Provenance provenance;
};

/// Results that keep operations of one cycle from ending on the same port in the same cycle, because both would be
/// written to a general register.
struct BlockingResults {
  int latency = 0;      ///< of the operations with such a result
  int longest_wait = 0; ///< an operation of one cycle that has waited this many cycles is no longer overtaken
  Provenance provenance;
};

/// Results for general registers or flags that are computed by a port of vector operations. They are written through a
/// port of integer operations, and delay operations of one cycle there that have a result of the same kind.
struct VectorResults {
  PortSet from = 0;     ///< the port of vector operations
  PortSet through = 0;  ///< the port of integer operations
  int longest_wait = 0; ///< an operation that has been delayed this many cycles is no longer overtaken
  Provenance provenance;
};

/// Macro-ops that are dispatched together: at most the dispatch width of them, in program order, and only if there is
/// room for all their uops. The uops that can enter few schedulers are assigned first.
struct DispatchGroups {
  int per_scheduler = 0; ///< uops of a group that enter the same scheduler if they have no choice; with a choice: one
  int compared_entries = 1; ///< schedulers are compared by their occupied entries divided by this, rounded down
  Provenance provenance;
};

/// A queue between dispatch and some of the schedulers.
struct SchedulerQueue {
  int entries = 0;
  int per_cycle = 1;          ///< uops that leave it per cycle; one that occupies its port for two cycles counts twice
  int counted_cycles_ago = 0; ///< age of the uop counts that decide which scheduler is chosen
  Provenance provenance;
};

} // namespace osaca
