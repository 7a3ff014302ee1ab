#include "composed_model.h"

#include "measure/tables/model_figures.h"

#include <gtest/gtest.h>

namespace osaca::measure::compose {
namespace {

std::string latency(const std::string &from, const std::string &to, const std::string &cycles, const std::string &chain,
                    const std::string &via = "") {
  return "      - {from: \"" + from + "\", to: \"" + to + "\", cycles: " + cycles + ", spread: 0.001, chain: " + chain +
         (via.empty() ? "" : ", via: [\"" + via + "\"]") + "}\n";
}

std::string form_with(const std::string &opcode, const std::string &throughput, const std::string &latencies) {
  return plain_form(opcode, throughput) + (latencies.empty() ? "" : "    latencies:\n" + latencies);
}

/// Plain accesses of 16 bytes: the store takes half a cycle, the load seven.
std::string vector_moves() { return form_with("VMOVUPSrm", "0.500", "") + form_with("VMOVUPSmr", "1.000", ""); }

std::string vector_findings(const std::string &forwarding) {
  return finding("loads.xmm", "7.000", "cycles") + finding("forwarding.xmm_to_xmm", forwarding, "cycles");
}

Cycles latency_between(const Cost &cost, int from, int to) {
  for (const OperandLatency &one : cost.operand_latencies)
    if (one.from == from && one.to == to)
      return one.cycles;
  return cost.latency_cycles;
}

Cycles forward_of_vectors(const MachineModel &model) {
  for (const MemoryAccessCost &store : model.core().stores)
    if (store.kind == RegisterKind::vector && store.max_width_bits == 128)
      return store.forward_cycles;
  ADD_FAILURE() << "no stores of 128 bits";
  return 0;
}

/// Though the form on registers was not measured, and the compiler counts the way into memory as the store's latency.
TEST(Stores, OfRegistersAloneHaveNoLatency) {
  const MachineModel model =
      composed(measurements(vector_moves() + form_with("VMOVSDmr", "0.500", ""), vector_findings("8.000")));
  EXPECT_EQ(cost_in(model, "VMOVSDmr").latency_cycles, Cycles(0));
}

TEST(Forwarding, OfRenamedMemoryIsThatOfIndexedAddresses) {
  CoreMeasurements measured = measurements("", finding("forwarding.general_64_to_general_64", "0.490", "cycles") +
                                                   finding("accesses.indexed_store_to_load", "5.500", "cycles"));
  const MachineModel model = composed(measured);
  for (const MemoryAccessCost &store : model.core().stores) {
    EXPECT_EQ(store.kind, RegisterKind::gpr);
    EXPECT_EQ(store.forward_cycles, Cycles(11, 2));
  }
}

/// Four cycles of multiplication within a chain of nine leave five, though moves alone take eight.
TEST(Forwarding, BehindOperationsCountsMoreThanBetweenMoves) {
  std::string forms = vector_moves();
  for (const char *opcode : {"VMULPDrm", "VMULPSrm", "VDIVPDrm", "VDIVPSrm", "VMINPDrm"})
    forms += form_with(opcode, "0.500",
                       latency("1", "0", "4.000", "4.000") + latency("2.base", "0", "11.000", "13.000", "x.restore") +
                           latency("2", "0", "1.000", "9.000", "x.memory.vector.16"));
  EXPECT_EQ(forward_of_vectors(composed(measurements(forms, vector_findings("8.000")))), Cycles(5));
  EXPECT_EQ(forward_of_vectors(composed(measurements(vector_moves(), vector_findings("8.000")))), Cycles(8));
}

/// To insert what was loaded takes a cycle; from another register it has to move across first.
TEST(MemoryForms, ThatDoLessThanTheFormOnRegistersHaveTheirOwnFigures) {
  const std::string forms = vector_moves() + form_with("VINSERTF128rri", "1.000", latency("1", "0", "3.000", "3.000")) +
                            form_with("VINSERTF128rmi", "1.000", latency("1", "0", "1.000", "1.000"));
  const MachineModel model = composed(measurements(forms, vector_findings("8.000")));
  EXPECT_EQ(latency_between(cost_in(model, "VINSERTF128rri"), 1, 0), Cycles(3));
  EXPECT_EQ(latency_between(cost_in(model, "VINSERTF128rmi"), 1, 0), Cycles(1));
}

/// A chain with a helper says five, one of copies alone four: helpers take a cycle more now and then.
TEST(Latencies, DirectChainsDecide) {
  const std::string forms =
      form_with("VFMADD213PDr", "0.500",
                latency("0", "0", "4.000", "4.000") + latency("1", "0", "5.030", "7.030", "x.restore") +
                    latency("2", "0", "7.000", "9.000", "x.restore"));
  const Cost cost = cost_in(composed(measurements(forms)), "VFMADD213PDr");
  EXPECT_EQ(latency_between(cost, 0, 0), Cycles(4));
  EXPECT_EQ(latency_between(cost, 1, 0), Cycles(4));
  EXPECT_EQ(latency_between(cost, 2, 0), Cycles(7));
}

/// Repeated, it fills the register stack: hundreds of cycles that are not its own.
TEST(Throughput, FaultsOfTheRegisterStackAreNoFigure) {
  const Cost cost = cost_in(composed(measurements(form_with("LD_Frr", "371.000", ""))), "LD_Frr");
  EXPECT_LT(port_throughput(cost.demands), 10);
}

/// The same addition to memory, with an immediate of four bytes and of one.
TEST(Throughput, LongImmediatesCostNoMoreInLoops) {
  const std::string forms = form_with("OR32mi8", "1.000", latency("0", "0", "6.000", "6.000")) +
                            form_with("OR32mi", "4.000", latency("0", "0", "9.000", "9.000"));
  const MachineModel model = composed(measurements(forms));
  EXPECT_EQ(port_throughput(cost_in(model, "OR32mi").demands), port_throughput(cost_in(model, "OR32mi8").demands));
}

} // namespace
} // namespace osaca::measure::compose
