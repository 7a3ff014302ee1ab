// The machine that this process runs on, and what this library was built with.
#pragma once

#include "osaca/models.h"

#include <optional>
#include <string>

namespace osaca {

struct MachineInfo {
  std::string cpu;                ///< LLVM's name for the core, from CPUID or /proc/cpuinfo; may be "generic"
  std::optional<ModelInfo> model; ///< the model that is used if no core is specified
  std::string cores;   ///< if it has several kinds of cores: which one the model is of, and how to choose another
  std::string problem; ///< why there is no model
};

[[nodiscard]] MachineInfo this_machine();

struct BuiltWith {
  std::string llvm_version; ///< of the LLVM that decodes instructions: "22.1.0"
  int table_version = 0;    ///< layout version of the compiled models
  int model_count = 0;      ///< models with figures of their own
};

[[nodiscard]] BuiltWith built_with();

} // namespace osaca
