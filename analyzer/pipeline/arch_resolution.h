// Resolves the user's name for a core to its model.
#pragma once

#include "base/expected.h"
#include "calls/call_costs.h"
#include "decode/host_processor.h"
#include "model/machine_model.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

/// The models to analyse for, and LLVM's cores that the decoder has to consult for them.
struct ResolvedArchs {
  std::vector<MachineModel> models;  ///< all of one ISA, each once
  std::vector<int> compiler_indices; ///< parallel to `models`: index into scheduling_cpus; -1: none
  std::vector<std::string> scheduling_cpus;
  std::vector<std::shared_ptr<const CallCosts>> calls = {}; ///< parallel to `models`; each may be null
};

/// Resolves, in this order: a chip with several kinds of cores, which means its fastest kind; a name or alias of a
/// shipped model; a file (with a '/' or ending in .yml or .yaml); a CPU that LLVM knows, with the figures of its
/// nearest relative among the models or else with LLVM's. Case is ignored. "native" is the processor of this machine.
/// If there are several kinds of cores, a note of the model (assumed_core) says which one it is, and how to choose the
/// others. Error: the name is unknown, or the file cannot be read.
[[nodiscard]] Expected<MachineModel> resolve_arch(const std::string &name);

/// What "native" resolves to on a machine with this processor.
[[nodiscard]] Expected<MachineModel> resolve_host(const HostProcessor &host);

/// `names` empty: the host's core. Errors: an unknown name (with the nearest known one), models of different ISAs.
/// `memory_file` describes the memory after the first-level cache for all of them; empty: the models' own description
/// is used. `calls_file` is a table of calls that takes precedence over the shipped ones; empty: there is none.
[[nodiscard]] Expected<ResolvedArchs> resolve_archs(const std::vector<std::string> &names,
                                                    const std::string &memory_file = "",
                                                    const std::string &calls_file = "");

/// What users have to know if no core was specified. `ways` lists how to specify one.
[[nodiscard]] std::string note_on_host_core(const ResolvedArchs &archs, std::string_view ways);

/// "x86-64" -> Isa::x86_64; empty if unknown.
[[nodiscard]] std::optional<Isa> isa_named(std::string_view name);

} // namespace osaca
