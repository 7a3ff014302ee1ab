// A small invented core, and the few opcodes that its tests talk about.
#pragma once

#include "model/read/model_reader.h"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

namespace osaca::test {

inline const std::vector<std::string> &opcodes() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all = {"ADD64mr",     "ADD64ri32",       "ADD64ri8",     "ADD64rm",        "ADD64rr",
                                    "ADD64rr_REV", "CMP64mi8",        "CMP64ri8",     "CMP64rr",        "JCC_1",
                                    "LEA64r",      "MOV64mr",         "MOV64rm",      "MOV64rr",        "VADDPDYrm",
                                    "VADDPDYrr",   "VADDPDZ256rmbkz", "VADDPDZ256rr", "VADDPDZ256rrkz", "VADDPDrm",
                                    "VADDPDrr",    "VDIVPDrr",        "VFMADD231PDm", "VFMADD231PDr",   "VXORPSrr",
                                    "XOR32rr",     "VGATHERDPDrm",    "TEST64mi8",    "TEST64mr"};
    std::ranges::sort(all);
    return all;
  }();
  return names;
}

inline std::string head(const std::string &name = "tiny") {
  return "schema: osaca-model-1\nname: " + name + "\ntitle: A Tiny Core\nisa: x86-64\n" +
         "sources:\n  lab: {kind: measured, text: in the lab}\n  book: {kind: vendor, text: the manual}\n";
}

inline std::string core() {
  return R"(core:
  dispatch_width: {value: 4, source: book}
  ports:
    - {name: P0}
    - {name: P1}
    - {name: LD, kind: load}
    - {name: ST, kind: store}
    - {name: DIV, kind: divider}
  loads:
    - {kind: vector, max_bits: 256, ports: [LD], latency: 7, indexed_extra: 1, source: book}
    - {kind: vector, max_bits: 128, ports: [LD], latency: 6, source: book}
    - {kind: gpr, max_bits: 64, ports: [LD], latency: 4, source: book}
  stores:
    - {kind: gpr, max_bits: 64, ports: [ST], indexed_ports: [ST, P0], forward: 5, slots: 1, source: book}
    - {kind: vector, max_bits: 256, ports: [ST], forward: 8, source: book}
  fusion:
    - {first: ["CMP*"], second: [JCC_1], second_mnemonic: [je, jne], first_may_load: true, source: book}
    - {first: ["TEST*"], second: [JCC_1], first_may_load: true, first_may_have_immediate_and_memory: true, first_may_have_immediate_and_displacement: false, load_takes_slot: true, source: book}
  idioms:
    [{kind: zero, match: [XOR32rr, VXORPSrr], source: book}, {kind: move, match: [MOV64rr], source: lab}]
)";
}

inline std::string forms() {
  return R"(forms:
  - {match: [VADDPDrr, VADDPDYrr], ports: ["P0|P1"], latency: 3, source: lab}
  - {match: [VDIVPDrr], ports: [P0, "4.5*DIV"], latency: 13, source: book}
  - match: [VFMADD231PDr]
    ports: ["P0|P1"]
    latency: 4
    operand_latency: [{from: 0, to: 0, cycles: 2}]
    source: lab
  - {match: ["ADD64r?", "ADD64ri*"], ports: ["P0|P1"], latency: 1, source: lab}
  - {match: [MOV64rm, MOV64mr], ports: [], latency: 0, source: book}
  - {match: [LEA64r], ports: ["P0|P1"], latency: 1, three_component: {ports: [P1], latency: 3}, source: book}
)";
}

inline ReadModelOptions options_with_names() {
  ReadModelOptions options;
  options.opcode_names = [](Isa) { return std::span<const std::string>(opcodes()); };
  return options;
}

inline MachineModel tiny_model() {
  return MachineModel(read_model(head() + core() + forms(), "tiny.yml", {}).data.value());
}

} // namespace osaca::test
