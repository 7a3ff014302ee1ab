// The shipped tables of calls, the choice of a table for a core, and the tables of users.
#include "model/library/call_tables.h"
#include "calls/call_costs.h"
#include "model/library/library.h"

#include "base/format.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <numeric>
#include <utility>
#include <vector>

extern "C" {
struct osaca_call_table_text {
  const char *core;
  const char *file;
  const char *text;
};
extern const osaca_call_table_text osaca_call_tables[];
extern const unsigned osaca_call_table_count;
}

namespace osaca {
namespace {

/// A shipped table, which is read when it is first needed: most inputs call no function of a table.
class LazyTable {
public:
  explicit LazyTable(const osaca_call_table_text &source) : source_(source) {}

  [[nodiscard]] std::string_view core() const { return source_.core; }
  [[nodiscard]] std::shared_ptr<const CallTable> load() {
    std::call_once(once_, [this] {
      CallTableReading reading = read_call_table(source_.text, source_.file, false);
      table_ = std::make_shared<const CallTable>(reading.table ? *std::move(reading.table) : CallTable());
    });
    return table_;
  }

private:
  const osaca_call_table_text &source_;
  std::once_flag once_;
  std::shared_ptr<const CallTable> table_;
};

std::vector<std::shared_ptr<LazyTable>> &shipped_tables() {
  static std::vector<std::shared_ptr<LazyTable>> tables = [] {
    std::vector<std::shared_ptr<LazyTable>> made;
    for (unsigned i = 0; i < osaca_call_table_count; ++i)
      made.push_back(std::make_shared<LazyTable>(osaca_call_tables[i]));
    return made;
  }();
  return tables;
}

/// Instructions that dominate the code of libm: addition, multiplication and both at once, of doubles in registers.
constexpr std::array<std::string_view, 3> basket_x86 = {"ADDSDrr", "MULSDrr", "VFMADD231SDr"};
constexpr std::array<std::string_view, 3> basket_aarch64 = {"FADDDrr", "FMULDrr", "FMADDDrrr"};

/// Their latencies; empty: the model lacks one of them.
std::vector<double> basket_latencies(const MachineModel &model) {
  std::vector<double> latencies;
  for (const std::string_view opcode : model.data().isa == Isa::x86_64 ? basket_x86 : basket_aarch64) {
    std::optional<FormEntry> form = model.find(opcode);
    if (!form) // models from measurements of encoded instructions have the names that decoding gives them
      form = model.find(std::string(opcode) + "_Int");
    if (!form || form->cost.latency_cycles.is_zero())
      return {};
    latencies.push_back(form->cost.latency_cycles.to_double());
  }
  return latencies;
}

double sum_of(const std::vector<double> &numbers) { return std::accumulate(numbers.begin(), numbers.end(), 0.0); }

/// 0: equal latencies and dispatch widths.
double distance_between(const MachineModel &a, const MachineModel &b) {
  constexpr double unknown = 100; // farther than any two cores
  const std::vector<double> of_a = basket_latencies(a);
  const std::vector<double> of_b = basket_latencies(b);
  const double width_of_a = a.core().dispatch_width.value.to_double();
  const double width_of_b = b.core().dispatch_width.value.to_double();
  if (of_a.empty() || of_b.empty() || width_of_a <= 0 || width_of_b <= 0)
    return unknown;
  double distance = std::abs(std::log(width_of_a / width_of_b));
  for (std::size_t i = 0; i < of_a.size(); ++i)
    distance += std::abs(std::log(of_a[i] / of_b[i]));
  return distance;
}

/// Latencies are scaled by the latencies of the basket. A call's throughput is mostly limited by the instructions that
/// a core dispatches per cycle, so it is scaled by this width, within bounds.
CallCosts::Scale scale_between(const MachineModel &measured, const MachineModel &wanted) {
  constexpr double most = 2;
  const double from = sum_of(basket_latencies(measured));
  const double to = sum_of(basket_latencies(wanted));
  const double width = wanted.core().dispatch_width.value.to_double();
  CallCosts::Scale scale{1, 1, true};
  if (from > 0 && to > 0)
    scale.latency = std::clamp(to / from, 1 / most, most);
  if (width > 0)
    scale.throughput = std::clamp(measured.core().dispatch_width.value.to_double() / width, 1 / most, most);
  return scale;
}

/// The table of another core with the same instruction set: the one whose latencies and width are the most similar.
CallCosts::ScaledTable relative_table(const MachineModel &wanted) {
  std::shared_ptr<LazyTable> nearest;
  CallCosts::Scale best;
  double least = 0;
  for (const auto &table : shipped_tables()) {
    if (table->core() == wanted.name())
      continue;
    const Expected<MachineModel> measured = ModelLibrary::shipped().load(table->core());
    if (!measured || measured->data().isa != wanted.data().isa)
      continue;
    const double distance = distance_between(*measured, wanted);
    if (nearest && least <= distance)
      continue;
    nearest = table;
    least = distance;
    best = scale_between(*measured, wanted);
  }
  return nearest ? CallCosts::ScaledTable{nearest->load(), best} : CallCosts::ScaledTable();
}

/// Such a table, which is chosen when it is first needed, because the models of all these cores are read for it.
class LazyRelative {
public:
  explicit LazyRelative(MachineModel wanted) : wanted_(std::move(wanted)) {}

  [[nodiscard]] CallCosts::ScaledTable load() {
    std::call_once(once_, [this] { found_ = relative_table(wanted_); });
    return found_;
  }

private:
  MachineModel wanted_;
  std::once_flag once_;
  CallCosts::ScaledTable found_;
};

} // namespace

std::shared_ptr<const CallCosts> call_costs_of(const MachineModel &model,
                                               const std::shared_ptr<const CallTable> &users) {
  auto costs = std::make_shared<CallCosts>();
  if (users)
    costs->add([users] { return CallCosts::ScaledTable{users, {}, true}; });
  const auto own =
      std::ranges::find_if(shipped_tables(), [&](const auto &table) { return table->core() == model.name(); });
  if (own != shipped_tables().end())
    costs->add([table = *own] { return CallCosts::ScaledTable{table->load(), {}}; });
  // The relative also has the functions that the core's own table lacks.
  costs->add([relative = std::make_shared<LazyRelative>(model)] { return relative->load(); });
  return costs;
}

Expected<std::shared_ptr<const CallTable>> load_call_table(const std::string &path) {
  OSACA_TRY(const std::string text,
            contents_of_model_file(path, "the table of calls (--calls, or calls= of a plugin)"));
  CallTableReading reading = read_call_table(text, path, true);
  if (reading.table)
    return std::make_shared<const CallTable>(*std::move(reading.table));
  Error error = reading.problems.front();
  if (const std::size_t more = reading.problems.size() - 1; more > 0)
    error.message += format_text(" (and {} more)", more);
  return error;
}

} // namespace osaca
