// From what a user calls a core to its model.
#pragma once

#include "base/expected.h"
#include "model/machine_model.h"

#include <string>
#include <string_view>
#include <vector>

namespace osaca {

/// The models to analyse for and the compiler's cores that the decoder should consult for them.
struct ResolvedArchs {
  std::vector<MachineModel> models;  ///< all of one ISA, each once
  std::vector<int> compiler_indices; ///< parallel: position in scheduling_cpus, -1: none
  std::vector<std::string> scheduling_cpus;
};

/// In this order: a shipped model's name or alias, a file (with a '/' or ending in .yml or .yaml), a CPU that LLVM
/// knows, with the figures of its nearest relative among the models if it has one, else with LLVM's; all names without
/// regard to case. "native" is the core this process runs on.
[[nodiscard]] Expected<MachineModel> resolve_arch(const std::string &name);

/// `names` empty: the host's. Errors: an unknown name (with the nearest known one), models of different ISAs.
/// `memory_file`: describes the memory behind all of them; empty: what their models say.
[[nodiscard]] Expected<ResolvedArchs> resolve_archs(const std::vector<std::string> &names,
                                                    const std::string &memory_file = "");

/// What readers must know if nobody named a core; `ways` are those in which one could have.
[[nodiscard]] std::string note_on_host_core(const ResolvedArchs &archs, std::string_view ways);

/// "x86-64" -> Isa::x86_64; empty if unknown.
[[nodiscard]] std::optional<Isa> isa_named(std::string_view name);

} // namespace osaca
