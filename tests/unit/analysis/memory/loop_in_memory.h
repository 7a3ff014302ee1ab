// What is said of the memory side of one loop, on a shipped core with a made-up memory behind it.
#pragma once

#include "analysis/analyze_kernel.h"
#include "decode/decoder.h"
#include "model/library/library.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

namespace osaca::sample {

/// 48 KiB, 2 MiB, a third cache and memory: all serial, a cycle a line, so that cycles are sums of lines.
inline MemoryHierarchy plain_memory() {
  const auto level = [](const char *name, int bytes, int latency) {
    MemoryLevel made;
    made.name = name;
    made.bytes = bytes;
    made.latency_cycles = Cycles(latency);
    made.read_cycles = made.write_cycles = Cycles(1);
    made.composition = Composition::serial;
    made.parallel_misses = 10;
    made.provenance = {Origin::measured, "made up"};
    return made;
  };
  MemoryHierarchy memory;
  memory.l1_bytes = 48 << 10;
  memory.l1_composition = Composition::serial;
  memory.streaming_store_cycles = Cycles(9);
  memory.levels = {level("L2", 2 << 20, 15), level("L3", 32 << 20, 60), level("MEM", 0, 300)};
  memory.provenance = {Origin::measured, "made up"};
  return memory;
}

inline KernelReport loop_in_memory(const std::string &text, const std::string &arch = "emeraldrapids",
                                   const std::optional<MemoryHierarchy> &memory = plain_memory(),
                                   const KernelAnalysisOptions &analysis = {},
                                   const std::function<void(Kernel &)> &compiler_remark = {}) {
  const Expected<MachineModel> shipped = ModelLibrary::shipped().load(arch);
  EXPECT_TRUE(shipped);
  MachineModel::Data data = shipped->data();
  data.core.memory = memory;
  DecodeOptions options;
  options.isa = data.isa;
  options.scheduling_cpus = {data.compiler_cpu};
  Expected<DecodedInput> decoded = decode_assembly(text, "loop.s", options);
  EXPECT_TRUE(decoded && decoded->kernels.size() == 1) << text;
  if (!decoded || decoded->kernels.empty())
    return {};
  Kernel kernel = decoded->kernels.front();
  for (Instruction &instruction : kernel.instructions)
    instruction.compiler_costs = decoded->compiler.costs_of(instruction);
  if (compiler_remark)
    compiler_remark(kernel);
  return analyze_kernel(kernel, MachineModel(std::move(data)), 0, analysis);
}

/// The loop around a body that moves %rax on.
inline std::string x86_loop(const std::string &body, int step = 32) {
  return ".L4:\n" + body + "\naddq $" + std::to_string(step) + ", %rax\ncmpq %rax, %rcx\njne .L4\n";
}

} // namespace osaca::sample
