// No shipped figure is far from those of its relatives: the same operation of other widths, encodings and masks, and
// with memory in place of a register. A measurement that went wrong (a latency of 417 cycles where all relatives have
// 5) stands out. What is far away for a reason is listed in reviewed_outliers.txt.
#include "base/name_matching.h"
#include "model/library/library.h"
#include "model/opcode_variants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <fstream>
#include <map>
#include <sstream>

namespace osaca {
namespace {

struct Reviewed {
  std::string model;
  std::string opcodes; ///< a glob
  std::string reason;
  bool is_used = false;
};

std::vector<Reviewed> reviewed_outliers() {
  std::vector<Reviewed> all;
  std::ifstream file(OSACA_REVIEWED_OUTLIERS);
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#')
      continue;
    std::istringstream words(line);
    Reviewed entry;
    words >> entry.model >> entry.opcodes >> std::ws;
    std::getline(words, entry.reason);
    all.push_back(entry);
  }
  return all;
}

/// The name of the operation alone.
std::string operation(const std::string &opcode, Isa isa) {
  if (isa == Isa::x86_64) {
    const X86OpcodeName name = parse_x86_opcode(opcode);
    const std::string_view registers = x86_register_letters(name.letters);
    std::string letters(registers.empty() ? std::string_view(name.letters) : registers);
    std::string stem = name.stem.starts_with('V') ? name.stem.substr(1) : name.stem;
    if (letters.ends_with('b'))
      letters.pop_back();
    return stem + ' ' + letters;
  }
  std::string shortened; // the numbers of widths and lanes, and the letters of registers of one width
  for (const char c : opcode)
    if (!std::isdigit(static_cast<unsigned char>(c)))
      shortened += c;
  for (const char *width : {"X", "W", "D", "S", "H"})
    if (const std::size_t at = shortened.rfind(width); at != std::string::npos && at + 4 >= shortened.size())
      return shortened.erase(at, 1);
  return shortened;
}

double throughput_of(const Cost &cost) {
  double worst = 0;
  for (const PortDemand &demand : cost.demands)
    if (demand.ports != 0)
      worst = std::max(worst, demand.cycles.to_double() / std::popcount(demand.ports));
  return worst;
}

struct Figure {
  std::string opcode;
  double cycles = 0;
};

constexpr double factor = 3;
constexpr double least_difference = 3; ///< in cycles; small figures differ by large factors

struct Outliers {
  std::vector<Figure> figures;
  double median = 0; ///< from which they differ
};

/// Those that are far from the median.
Outliers outliers(std::vector<Figure> figures) {
  Outliers found;
  std::erase_if(
      figures, [](const Figure &figure) { return figure.cycles == 0; }); // a plain access, whose figures are the core's
  std::ranges::sort(figures, [](const Figure &a, const Figure &b) { return a.cycles < b.cycles; });
  if (figures.size() < 2)
    return found;
  const double median = found.median = figures[(figures.size() - 1) / 2].cycles;
  for (const Figure &figure : figures) {
    const auto [low, high] = std::minmax(figure.cycles, median);
    if (high > factor * low && high - low >= least_difference)
      found.figures.push_back(figure);
  }
  return found;
}

using Groups = std::map<std::string, std::vector<Figure>>;

void check(const std::string &model, const char *what, const Groups &groups, std::vector<Reviewed> &reviewed) {
  for (const auto &[name, figures] : groups) {
    const Outliers found = outliers(figures);
    for (const Figure &figure : found.figures) {
      const auto entry = std::ranges::find_if(reviewed, [&](const Reviewed &known) {
        return glob_matches(known.model, model) && glob_matches(known.opcodes, figure.opcode);
      });
      if (entry != reviewed.end())
        entry->is_used = true;
      else
        ADD_FAILURE() << model << ' ' << figure.opcode << ": " << what << ' ' << figure.cycles
                      << ", but its relatives (" << name << ") have " << found.median;
    }
  }
}

TEST(FigureOutliers, AreAllReviewed) {
  std::vector<Reviewed> reviewed = reviewed_outliers();
  const ModelLibrary &library = ModelLibrary::shipped();
  for (const ModelSummary &summary : library.list()) {
    const MachineModel model = library.load(summary.name).value();
    Groups latencies;
    Groups throughputs;
    for (const std::string &opcode : model.data().table->opcodes()) {
      const std::optional<FormEntry> form = model.find(opcode);
      if (form->cost.provenance.origin == Origin::composed)
        continue; // it follows from other figures, which are checked
      const std::string name = operation(opcode, model.data().isa);
      double longest = form->cost.latency_cycles.to_double();
      for (const OperandLatency &latency : form->cost.operand_latencies)
        longest = std::max(longest, latency.cycles.to_double());
      latencies[name].push_back({opcode, longest});
      throughputs[name].push_back({opcode, throughput_of(form->cost)});
    }
    check(summary.name, "latency", latencies, reviewed);
    check(summary.name, "throughput", throughputs, reviewed);
  }
  for (const Reviewed &entry : reviewed) {
    EXPECT_TRUE(entry.is_used) << entry.model << ' ' << entry.opcodes << " is no outlier any more";
    EXPECT_FALSE(entry.reason.empty()) << entry.opcodes;
  }
}

TEST(FigureOutliers, AreFoundAmongRelatives) {
  const auto found = outliers({{"VPDPBUSDrr", 5}, {"VPDPBUSDYrr", 417}, {"VPDPBUSDZrr", 5}}).figures;
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].opcode, "VPDPBUSDYrr");
  EXPECT_EQ(operation("VPDPBUSDYrr", Isa::x86_64), operation("VPDPBUSDZ256rmbk", Isa::x86_64));
  EXPECT_EQ(operation("FADDv2f64", Isa::aarch64), operation("FADDv8f16", Isa::aarch64));
  EXPECT_TRUE(outliers({{"MOV32rr", 0}, {"MOV64rr", 1}}).figures.empty());
}

} // namespace
} // namespace osaca
