// A description of an invented core with LLVM's units of Zen 4, for tests.
#pragma once

#include <string>

namespace osaca::measure::from_tables {

inline const std::string small_core = R"(schema: osaca-model-1
name: small
title: "A small core"
isa: x86-64
compiler_cpu: znver4
compiler_ports:
  Zn4ALU0: A0
  Zn4ALU1: A1
  Zn4ALU2: A2
  Zn4ALU3: A3
  Zn4FP0: F0
  Zn4FP1: F1
  Zn4FP2: F2
  Zn4FP3: F3
  Zn4FP45: F0
  Zn4Load: L0
  Zn4AGU0: L0
  Zn4AGU1: L0
  Zn4AGU2: L0
sources:
  lab: {kind: published, text: "a laboratory"}
core:
  dispatch_width: {value: 6, source: lab}
  ports: [{name: A0}, {name: A1}, {name: A2}, {name: A3}, {name: F0}, {name: F1}, {name: F2}, {name: F3},
          {name: L0, kind: load}, {name: S0, kind: store}, {name: DIV, kind: divider}]
  loads:
    - {kind: gpr, max_bits: 64, ports: [L0], latency: 4, slots: 0, source: lab}
    - {kind: vector, max_bits: 256, ports: [L0], latency: 6, slots: 0, source: lab}
  stores:
    - {kind: gpr, max_bits: 64, ports: [S0], forward: 5, slots: 0, source: lab}
    - {kind: vector, max_bits: 256, ports: [S0], forward: 8, slots: 0, source: lab}
  idioms:
    - {kind: zero, match: [XOR32rr, VPXORrr], eliminated: true, source: lab}
    - {kind: move, match: [MOV64rr], eliminated: true, source: lab}
forms:
  - match: [VPERMQYri]
    ports: [F3]
    latency: 7
    source: lab
)";

/// With three of its integer units, for AArch64. `cpu` is LLVM's; `ports` names its units, or those of tables.
inline std::string small_arm_core(const std::string &cpu, const std::string &ports) {
  std::string text = small_core;
  const std::size_t head = text.find("isa:");
  text.replace(head, text.find("sources:") - head,
               "isa: aarch64\ncompiler_cpu: " + cpu + "\ncompiler_ports: {" + ports + "}\n");
  text.replace(text.find("  idioms:"), std::string::npos, "");
  return text;
}

} // namespace osaca::measure::from_tables
