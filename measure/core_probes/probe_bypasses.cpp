// Values that operations of one kind pass late to operations of another kind.
#include "base/format.h"
#include "measure/core_probes/evidence.h"
#include "measure/core_probes/probe.h"
#include "measure/core_probes/vector_kinds.h"
#include "measure/file/number_text.h"
#include "measure/harness/benchmark.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace osaca::measure::core_probes {
namespace {

/// An operation of one kind that reads the result of another kind.
struct HandedOver {
  const VectorKind *from = nullptr;
  const VectorKind *to = nullptr;
  double cycles = 0; ///< later than a value that no operation of the body writes
};

/// Half cycles occur if every second operation goes to a unit nearby. Values between halves are not clear.
std::optional<double> late_by(double cycles) {
  constexpr double scatter = 0.2;
  const double halves = std::max(0.0, std::round(2 * cycles) / 2);
  return std::abs(cycles - halves) <= scatter ? std::optional(halves) : std::nullopt;
}

std::string list_of(const std::vector<HandedOver> &readers) {
  std::string text;
  for (const HandedOver &one : readers)
    text += format_text("{}{} {}", text.empty() ? "" : ", ", one.to->name, cycles_text(one.cycles));
  return text;
}

ProbeFinding with_pairs(ProbeFinding finding, const std::vector<HandedOver> &readers) {
  std::string subject;
  for (const HandedOver &one : readers) {
    subject +=
        format_text("{}{}; {}", subject.empty() ? "" : " | ", code_of(*one.from, 1, 2, 4), code_of(*one.to, 4, 0, 0));
    finding.holds_with.emplace_back(one.to->name);
  }
  return about(std::move(finding), Aspect::reader_delay, subject);
}

/// Adds a finding for the readers that get the values equally late.
void tell_late(DelayMatrix &matrix, Evidence &evidence, const std::string &name, double cycles,
               const std::vector<HandedOver> &readers, std::vector<ProbeFinding> &found) {
  found.push_back(with_pairs(
      evidence.make_finding(name, "cycles", cycles, "received later, by cycles: " + list_of(readers)), readers));
  double sum = 0;
  int count = 0;
  std::string text = "cycles more than both take in chains of their own:";
  for (const HandedOver &one : readers)
    if (const auto more = matrix.on_the_way(evidence, *one.from, *one.to)) {
      sum += *more;
      ++count;
      text += " " + cycles_text(*more);
    }
  if (count > 0)
    found.push_back(evidence.make_finding(name + ".on_the_way", "cycles", sum / count, text));
}

/// How late each kind gets the values that this kind writes.
std::vector<ProbeFinding> readers_after(Bench &bench, DelayMatrix &matrix, const VectorKind &from,
                                        std::vector<HandedOver> &late) {
  const std::string name = "bypasses.behind_" + std::string(from.name);
  Evidence evidence(bench);
  std::map<double, std::vector<HandedOver>> by_cycles;
  std::vector<HandedOver> unclear;
  for (const VectorKind &to : vector_kinds())
    if (const auto cycles = matrix.delay(evidence, from, to)) {
      const auto told = late_by(*cycles);
      (told ? by_cycles[*told] : unclear).push_back({&from, &to, *cycles});
    }
  std::vector<ProbeFinding> found;
  for (const auto &[cycles, readers] : by_cycles) {
    if (cycles > 0) {
      tell_late(matrix, evidence, format_text("{}.late_by_{}", name, decimal(cycles, 1)), cycles, readers, found);
      late.insert(late.end(), readers.begin(), readers.end());
    } else
      found.push_back(with_pairs(
          evidence.make_finding(name + ".at_once", "cycles", 0, "received without delay: " + list_of(readers)),
          readers));
  }
  if (!unclear.empty() || by_cycles.empty())
    found.push_back(evidence.make_undetermined(name + ".unclear", "cycles",
                                               "neither a clear delay nor none, in cycles: " + list_of(unclear)));
  return found;
}

std::string wide(std::string text) { return replaced(std::move(text), "%xmm", "%zmm"); }

/// Whether the first few late pairs are also late with 512 bits.
ProbeFinding wide_vectors_too(Bench &bench, const std::vector<HandedOver> &late) {
  constexpr int enough = 3;
  constexpr double surely_late = 0.7; // of the delay with narrow vectors
  constexpr double surely_not = 0.3;
  const std::string name = "bypasses.wide_vectors_too";
  Evidence evidence(bench);
  int asked = 0;
  int yes = 0;
  int no = 0;
  std::string text;
  for (const HandedOver &one : late) {
    if (asked == enough || !one.from->can_be_wide || !one.to->can_be_wide || one.from->adds_to_result ||
        one.to->reads_one_value())
      continue;
    ++asked;
    const auto reading = evidence.time(straight(wide(chain_with_readers(*one.from, *one.to, true))));
    const auto without = evidence.time(straight(wide(chain_with_readers(*one.from, *one.to, false))));
    if (!reading || !without)
      return evidence.make_undetermined(name, yes_or_no, "");
    const double more = (*reading - *without) / readers_in_chain;
    yes += more > surely_late * one.cycles ? 1 : 0;
    no += more < surely_not * one.cycles ? 1 : 0;
    text += format_text("{}{} before {} {} cycles later", text.empty() ? "" : ", ", one.from->name, one.to->name,
                        cycles_text(more));
  }
  if (asked == 0 || (yes < asked && no < asked))
    return evidence.make_undetermined(name, yes_or_no,
                                      "512 bits: " + (asked == 0 ? "no delayed pair has such vectors" : text));
  return evidence.make_finding(name, yes == asked, "512 bits: " + text);
}

} // namespace

std::vector<ProbeFinding> probe_bypasses(Bench &bench) {
  std::vector<ProbeFinding> found;
  DelayMatrix matrix;
  std::vector<HandedOver> late;
  for (const VectorKind &from : vector_kinds())
    for (ProbeFinding &one : readers_after(bench, matrix, from, late))
      found.push_back(std::move(one));
  if (!late.empty())
    found.push_back(wide_vectors_too(bench, late));
  return found;
}

} // namespace osaca::measure::core_probes
