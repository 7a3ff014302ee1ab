// Files of measurements of a core that does not exist: four wide, additions on any of four units, shifts on two.
#pragma once

#include <string>

namespace osaca::measure::compose {

inline std::string head(const std::string &schema) {
  return "schema: " + schema +
         "\nmachine:\n  cpu: \"a machine\"\n  isa: \"x86-64\"\n  llvm_cpu: \"znver4\"\n  date: \"2026-01-02\"\n"
         "  method: \"by hand\"\n";
}

inline std::string finding(const std::string &name, const std::string &value, const std::string &unit) {
  return "  - name: \"" + name + "\"\n    value: " + value + "\n    unit: \"" + unit +
         "\"\n    concluded: \"so\"\n    spread: 0.001\n";
}

inline std::string structure_text() {
  return head("osaca-structure-1") + "findings:\n" + finding("dispatch.width", "4.000", "operations per cycle") +
         finding("loads.base", "3.010", "cycles") + finding("forwarding.general_64_to_general_64", "8.020", "cycles") +
         finding("branches.smallest_loop", "2.010", "cycles") + finding("branches.end_of_run", "2.970", "cycles");
}

inline std::string ports_text() {
  return head("osaca-ports-1") + "dispatch_width: {instructions: 4.00}\npipes: 4\nunits: 0\nforms:\n"
                                 "  - opcode: \"ADD64rr\"\n    status: \"ok\"\n    alone: 0.250\n    uops:\n      - "
                                 "{pipes: [p0, p1, p2, p3], cycles: 1}\n"
                                 "residual:\n  random_mixes: 3\n  mean_error: 0.010\n  worst_error: 0.020\n";
}

/// A form between general registers with its throughput and the latency of a chain through operand 0.
inline std::string form(const std::string &opcode, const std::string &throughput, const std::string &latency) {
  return "  - opcode: \"" + opcode + "\"\n    status: \"ok\"\n    throughput:\n      - {cycles: " + throughput +
         ", spread: 0.001}\n    latencies:\n      - {from: \"0\", to: \"0\", cycles: " + latency +
         ", spread: 0.001, chain: " + latency + "}\n";
}

inline std::string plain_form(const std::string &opcode, const std::string &throughput) {
  return "  - opcode: \"" + opcode + "\"\n    status: \"ok\"\n    throughput:\n      - {cycles: " + throughput +
         ", spread: 0.001}\n";
}

inline std::string instructions_text(const std::string &more = "") {
  return head("osaca-measurements-1") + "helpers:\nforms:\n" + form("ADD64rr", "0.250", "1.001") +
         form("SHL64ri", "0.500", "1.001") + form("IMUL64rr", "1.000", "4.010") + plain_form("MOV64rm", "0.333") +
         plain_form("MOV64mr", "1.000") + more;
}

} // namespace osaca::measure::compose
