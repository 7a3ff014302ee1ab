#include "measure/core_probes/window_table.h"

#include "base/format.h"
#include "measure/core_probes/evidence.h"
#include "measure/core_probes/probe.h"
#include "measure/harness/benchmark.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace osaca::measure::core_probes {

namespace {

constexpr double same = 0.03;
constexpr int loads = 2; // the two loads around the fillers are in the window too

ProbeFinding size(const WindowRow &row, std::string name, std::string unit, std::optional<int> value,
                  std::string concluded) {
  ProbeFinding made;
  made.name = std::move(name);
  made.unit = std::move(unit);
  made.spread = row.finding.spread;
  made.is_unstable = row.finding.is_unstable;
  made.concluded = std::move(concluded);
  made.curve = row.finding.curve;
  if (value)
    made.value = *value;
  return made;
}

bool reaches(int fillers, int limit) { return fillers >= limit * (1 - same); }

/// The largest number of fillers of which each needs a place in the window and little else. Rows with a smaller number
/// show another resource that runs out.
const WindowRow *largest_window(const std::vector<WindowRow> &rows) {
  const WindowRow *best = nullptr;
  for (const WindowRow &row : rows)
    if (row.resource == WindowResource::order && row.fillers && (best == nullptr || *row.fillers > *best->fillers))
      best = &row;
  return best;
}

ProbeFinding reorder_buffer(const std::vector<WindowRow> &rows, const WindowRow *best) {
  if (best == nullptr) {
    ProbeFinding none;
    none.name = "window.reorder_buffer";
    none.unit = "entries";
    none.concluded = "no code showed the end of the window";
    return none;
  }
  std::string agreeing;
  int count = 0;
  for (const WindowRow &row : rows)
    if (row.fillers && row.resource != WindowResource::compressed_order && reaches(*row.fillers, *best->fillers)) {
      agreeing += format_text("{}{} {}", agreeing.empty() ? "" : ", ", row.what, *row.fillers);
      ++count;
    }
  if (count < 2)
    return size(*best, "window.reorder_buffer", "entries", std::nullopt,
                format_text("only {} reach {}; no other code confirms this size of the reorder buffer", best->what,
                            *best->fillers));
  return size(*best, "window.reorder_buffer", "entries", *best->fillers + loads,
              "two loads and the instructions that fit between them: " + agreeing);
}

ProbeFinding register_finding(const WindowRow &row, int limit) {
  const std::string name = "window.registers." + row.name;
  if (!row.fillers)
    return size(row, name, "free registers", std::nullopt, row.finding.concluded);
  if (reaches(*row.fillers, limit))
    return size(row, name, "free registers", std::nullopt,
                format_text("the reorder buffer is full first: at least {}", *row.fillers));
  return size(row, name, "free registers", *row.fillers,
              format_text("this many {} fit, fewer than the reorder buffer holds; registers that hold the program's "
                          "values are not counted",
                          row.what));
}

ProbeFinding waiting(const WindowRow &row, int limit, std::string name, std::string unit) {
  if (!row.fillers)
    return size(row, std::move(name), std::move(unit), std::nullopt, row.finding.concluded);
  if (reaches(*row.fillers, limit))
    return size(row, std::move(name), std::move(unit), std::nullopt,
                format_text("the reorder buffer is full first: at least {}", *row.fillers));
  ProbeFinding made =
      size(row, std::move(name), std::move(unit), *row.fillers, format_text("this many {} fit", row.what));
  if (row.resource != WindowResource::queue) {
    made.aspect = Aspect::scheduler_entries;
    made.subject = row.text;
  }
  return made;
}

/// The end of the reorder buffer; a very large number if no row shows it.
int limit_of(const WindowRow *best) {
  constexpr int unknown = 1 << 20;
  return best == nullptr ? unknown : *best->fillers;
}

} // namespace

std::vector<ProbeFinding> conclude_window(const std::vector<WindowRow> &rows) {
  const WindowRow *best = largest_window(rows);
  std::vector<ProbeFinding> found = {reorder_buffer(rows, best)};
  found.back().aspect = Aspect::reorder_buffer;
  for (const WindowRow &row : rows)
    if (row.resource == WindowResource::registers)
      found.push_back(register_finding(row, limit_of(best)));
    else if (row.resource == WindowResource::order || row.resource == WindowResource::compressed_order)
      found.push_back(row.finding);
  return found;
}

std::vector<ProbeFinding> conclude_schedulers(const std::vector<WindowRow> &rows) {
  const int limit = limit_of(largest_window(rows));
  std::vector<ProbeFinding> found;
  for (const WindowRow &row : rows)
    if (row.resource == WindowResource::scheduler || row.resource == WindowResource::vector_scheduler ||
        row.resource == WindowResource::queue)
      found.push_back(waiting(row, limit, "schedulers." + row.name, "entries"));
  return found;
}

// Two loads that miss all caches (their lines are flushed in each round) with N other instructions in between. If
// everything fits into the window of the core, both misses are in flight at the same time. At the first N for which the
// second load must wait for the end of the first, a round takes a whole miss longer. The resource that is full at that
// point depends on the instructions in between:
//
//   nothing but a place in the order        -> reorder buffer
//   the same, with a register to write      -> free registers, if fewer than the reorder buffer has places
//   waiting for the first load              -> scheduler entries
//   loads, stores                           -> load queue, store queue

namespace {

constexpr Grid wide_grid = {16, 736, 24};
constexpr Grid narrow_grid = {4, 244, 8};
constexpr int rounds = 12;

struct Filler {
  const char *name;
  WindowResource resource;
  const char *text; ///< {g}, {m}, {k}, {v}: one of several registers in turn
  const char *what;
};

constexpr std::array<Filler, 21> all_fillers = {{
    {"long_nops", WindowResource::order, "nopl 512(%rax,%rax)", "8-byte nops"},
    {"moves", WindowResource::order, "mov %rsi, %{g}", "moves of general registers"},
    {"compares", WindowResource::order, "cmp %rsi, %rdi", "compares (which write only flags)"},
    {"short_nops", WindowResource::compressed_order, "nop", "1-byte nops"},
    {"additions", WindowResource::registers, "lea 1(%rsi), %{g}", "lea to general registers"},
    {"vector_additions", WindowResource::registers, "vpaddd %xmm0, %xmm0, %xmm{v}", "additions of xmm registers"},
    {"wide_additions", WindowResource::registers, "vpaddd %ymm0, %ymm0, %ymm{v}", "additions of ymm registers"},
    {"widest_additions", WindowResource::registers, "vpaddd %zmm0, %zmm0, %zmm{v}", "additions of zmm registers"},
    {"mask_registers", WindowResource::registers, "kandw %k1, %k1, %k{k}", "operations on mask registers"},
    {"waiting_additions", WindowResource::scheduler, "add %rax, %{g}", "additions that wait for the first load"},
    {"waiting_multiplications", WindowResource::scheduler, "imul %rax, %{g}", "multiplications that wait"},
    {"waiting_loads", WindowResource::scheduler, "mov (%rax), %{g}", "loads whose address waits"},
    {"waiting_vector_additions", WindowResource::vector_scheduler, "vaddps %xmm0, %xmm1, %xmm{v}",
     "vector additions that wait for the first load"},
    {"waiting_vector_multiplications", WindowResource::vector_scheduler, "vmulps %xmm0, %xmm1, %xmm{v}",
     "vector multiplications that wait"},
    {"waiting_vector_integers", WindowResource::vector_scheduler, "vpaddd %xmm0, %xmm1, %xmm{v}",
     "vector additions of integers that wait"},
    {"waiting_wide_additions", WindowResource::vector_scheduler, "vaddps %ymm0, %ymm1, %ymm{v}",
     "ymm additions that wait"},
    {"waiting_widest_additions", WindowResource::vector_scheduler, "vaddps %zmm0, %zmm1, %zmm{v}",
     "zmm additions that wait"},
    {"waiting_mixed", WindowResource::vector_scheduler, "vaddps %xmm0, %xmm1, %xmm{v}\nvmulps %xmm0, %xmm1, %xmm{v}",
     "alternating vector additions and multiplications that wait"},
    {"loads", WindowResource::queue, "mov 64(%rsi), %{g}", "loads"},
    {"vector_loads", WindowResource::queue, "vmovaps 64(%rsi), %xmm{v}", "loads to vector registers"},
    {"stores", WindowResource::queue, "mov %rsi, 64(%rsi)", "stores"},
}};

constexpr std::array<const char *, 8> general = {"rcx", "rdx", "rbp", "r8", "r9", "r10", "r11", "r12"};
constexpr int first_vector = 4;
constexpr int vectors = 12;

std::string filling(const Filler &filler, int count) {
  std::vector<std::string> lines;
  std::string text = filler.text;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  std::string out;
  for (int i = 0; i < count; ++i) {
    const auto turn = static_cast<std::size_t>(i);
    std::string line = replaced(lines[turn % lines.size()], "{g}", general[turn % general.size()]);
    line = replaced(std::move(line), "{v}", std::to_string(first_vector + i % vectors));
    out += replaced(std::move(line), "{k}", std::to_string(2 + i % 6)) + "\n";
  }
  return out;
}

/// One of these instructions, with registers filled in.
std::string subject_of(const Filler &filler) {
  const std::string line = filling(filler, 1);
  return line.substr(0, line.size() - 1);
}

bool waits_for_vector(const Filler &filler) { return filler.resource == WindowResource::vector_scheduler; }

ProbeCode round_of(const Filler &filler, int count) {
  ProbeCode code;
  code.before = "lea 0x1080(%rdi), %rsi\nmov (%rsi), %rbx\nvxorps %xmm1, %xmm1, %xmm1";
  code.body = waits_for_vector(filler) ? "vmovaps (%rdi), %ymm0\n" : "mov (%rdi), %rax\n";
  code.body += filling(filler, count) + "mov (%rsi), %rbx\nlfence\nclflush (%rdi)\nclflush (%rsi)\nmfence\nlfence";
  code.iterations = rounds;
  code.misses_caches = true;
  return code;
}

const Grid &grid_for(const Filler &filler) {
  switch (filler.resource) {
  case WindowResource::scheduler:
  case WindowResource::vector_scheduler:
  case WindowResource::queue: return narrow_grid;
  default: return wide_grid;
  }
}

WindowRow measured(Bench &bench, const Filler &filler) {
  Evidence evidence(bench);
  const KneeSearch search =
      find_step([&](int count) { return evidence.time(round_of(filler, count)); }, grid_for(filler));
  WindowRow row{filler.name, filler.what, subject_of(filler), filler.resource, std::nullopt, {}};
  row.finding = evidence.make_undetermined("window.fits." + row.name, "instructions", search.why_not);
  if (search.knee) {
    row.fillers = search.knee->last_before;
    row.finding = evidence.make_finding(
        "window.fits." + row.name, "instructions", *row.fillers,
        format_text(
            "with up to this many {} in between, two missing loads overlap ({} cycles per round, with one more {})",
            row.what, cycles_text(search.knee->low), cycles_text(search.knee->high)));
  }
  row.finding.curve = Curve{"instructions in between", "cycles per round", search.points};
  return row;
}

std::vector<WindowRow> measured_rows(Bench &bench, bool (*wanted)(const Filler &)) {
  std::vector<WindowRow> rows;
  for (const Filler &filler : all_fillers)
    if (wanted(filler))
      rows.push_back(measured(bench, filler));
  return rows;
}

bool needs_only_place(const Filler &filler) {
  return filler.resource == WindowResource::order || filler.resource == WindowResource::compressed_order ||
         filler.resource == WindowResource::registers;
}

} // namespace

std::vector<ProbeFinding> probe_window(Bench &bench) { return conclude_window(measured_rows(bench, needs_only_place)); }

std::vector<ProbeFinding> probe_schedulers(Bench &bench) {
  return conclude_schedulers(measured_rows(bench, [](const Filler &filler) {
    return !needs_only_place(filler) || std::string_view(filler.name) == "moves"; // these show its end
  }));
}

} // namespace osaca::measure::core_probes
