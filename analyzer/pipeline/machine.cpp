#include "osaca/machine.h"

#include "decode/decoder.h"
#include "model/compiled/compiled_model.h"
#include "model/library/library.h"
#include "pipeline/arch_resolution.h"

#include <algorithm>

namespace osaca {

MachineInfo this_machine() {
  MachineInfo out;
  out.cpu = host_cpu();
  const Expected<MachineModel> model = resolve_arch("native");
  if (!model) {
    out.problem = model.error().message;
    return out;
  }
  for (std::vector<ModelInfo> models : {list_models(), list_relatives(), list_compiler_models()})
    for (ModelInfo &known : models)
      if (known.name == model->name() && !out.model)
        out.model = std::move(known);
  if (!out.model)
    out.problem = "LLVM has no figures for " + out.cpu;
  return out;
}

BuiltWith built_with() {
  return {.llvm_version = llvm_version(),
          .table_version = compiled_model_version(),
          .model_count = static_cast<int>(ModelLibrary::shipped().count())};
}

} // namespace osaca
