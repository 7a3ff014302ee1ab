#include "report/report.h"
#include "base/format.h"
#include "base/text.h"
#include "report/bound.h"
#include "report/loop_figures.h"
#include "report/memory_report.h"

#include <algorithm>
#include <string>

namespace osaca {

std::string_view name_of(BoundKind kind) {
  switch (kind) {
  case BoundKind::ports: return "ports";
  case BoundKind::divider: return "divider";
  case BoundKind::front_end: return "front_end";
  case BoundKind::stores: return "stores";
  case BoundKind::loop_carried: return "lcd";
  case BoundKind::memory: return "memory";
  }
  return "unknown";
}

std::string_view rule_of(BoundKind kind) {
  switch (kind) {
  case BoundKind::ports: return "osaca-port-bound";
  case BoundKind::divider: return "osaca-divider-bound";
  case BoundKind::front_end: return "osaca-front-end-bound";
  case BoundKind::stores: return "osaca-store-bound";
  case BoundKind::loop_carried: return "osaca-lcd-bound";
  case BoundKind::memory: return "osaca-memory-bound";
  }
  return "";
}

std::string_view phrase_of(BoundKind kind) {
  switch (kind) {
  case BoundKind::ports: return "the ports";
  case BoundKind::divider: return "the divider";
  case BoundKind::front_end: return "the front end";
  case BoundKind::stores: return "the stores";
  case BoundKind::loop_carried: return "a loop-carried dependency";
  case BoundKind::memory: return "memory";
  }
  return "an unknown resource";
}

std::string_view name_of(Severity severity) {
  switch (severity) {
  case Severity::note: return "note";
  case Severity::warning: return "warning";
  case Severity::error: return "error";
  }
  return "unknown";
}

std::string_view name_of(RequestedBy requested_by) {
  switch (requested_by) {
  case RequestedBy::pragma: return "pragma";
  case RequestedBy::function: return "function";
  case RequestedBy::all: return "all";
  }
  return "pragma";
}

std::string_view name_of(AnnotationStatus status) {
  switch (status) {
  case AnnotationStatus::analysed: return "analysed";
  case AnnotationStatus::vanished: return "vanished";
  case AnnotationStatus::not_a_loop: return "not_a_loop";
  }
  return "unknown";
}

std::string_view name_of(FloatFormat format) {
  switch (format) {
  case FloatFormat::half: return "half";
  case FloatFormat::single_precision: return "single";
  case FloatFormat::double_precision: return "double";
  case FloatFormat::extended: return "extended";
  }
  return "unknown";
}

std::string_view name_of(ClockSource source) { return source == ClockSource::user ? "user" : "model"; }

FloatFormat RooflineReport::format() const { return std::ranges::max_element(work, {}, &Work::operations)->format; }

const SourceLocation &KernelReport::written_at() const {
  static const SourceLocation nowhere;
  return written ? written->place : nowhere;
}

bool KernelReport::is_bound_by_callees() const {
  Cycles in_callees = 0;
  for (const CalledFunction &called : calls)
    if (called.figure)
      in_callees += called.figure->cycles * Cycles(called.calls);
  return bound_by == BoundKind::front_end && in_callees * Cycles(2) > cycles_per_iteration;
}

int KernelReport::unknown_count() const {
  return summary ? summary->unknown_count
                 : static_cast<int>(
                       std::ranges::count_if(instructions, [](const InstructionLine &line) { return line.unknown; }));
}

bool KernelReport::executes_in_order() const {
  return std::ranges::any_of(arch_notes, [](const ArchNote &note) { return note.kind == ArchNote::Kind::in_order; });
}

Cycles KernelReport::bound(BoundKind kind) const {
  for (const Bound &candidate : bounds)
    if (candidate.kind == kind)
      return candidate.cycles;
  return {};
}

bool KernelReport::waits_in_program_order() const {
  return has_stalls() && simulated_cycles && bound(bound_by) * Cycles(2) < cycles_per_iteration;
}

BoundReason reason_of(const KernelReport &kernel) {
  for (const Finding &finding : kernel.findings)
    if (finding.rule == rule_of(kernel.bound_by))
      return {std::make_shared<const Finding>(finding), {}};
  for (const Bound &bound : kernel.bounds)
    if (bound.kind == kernel.bound_by)
      return {nullptr, bound.facts};
  return {};
}

std::string_view name_of(PortColumnKind kind) {
  switch (kind) {
  case PortColumnKind::execution: return "execution";
  case PortColumnKind::load: return "load";
  case PortColumnKind::store: return "store";
  case PortColumnKind::divider: return "divider";
  }
  return "execution";
}

std::string_view name_of(Stall::Cause cause) {
  switch (cause) {
  case Stall::Cause::value: return "value";
  case Stall::Cause::port: return "port";
  case Stall::Cause::pairing: return "pairing";
  case Stall::Cause::write_order: return "write_order";
  case Stall::Cause::width: return "width";
  }
  return "value";
}

std::string_view name_of(CallStatus status) {
  switch (status) {
  case CallStatus::followed: return "followed";
  case CallStatus::measured: return "measured";
  case CallStatus::indirect: return "indirect";
  case CallStatus::elsewhere: return "elsewhere";
  case CallStatus::recursive: return "recursive";
  case CallStatus::has_loop: return "has_loop";
  case CallStatus::too_deep: return "too_deep";
  case CallStatus::too_large: return "too_large";
  case CallStatus::not_returning: return "not_returning";
  case CallStatus::too_long: return "too_long";
  }
  return "";
}

std::string_view name_of(InstructionNote note) {
  switch (note) {
  case InstructionNote::fused_with_next: return "fused with next";
  case InstructionNote::breaks_dependency: return "breaks the dependency";
  case InstructionNote::waits_for_flags_only: return "waits for the flags only";
  case InstructionNote::high_byte_joined: return "high byte joined first";
  case InstructionNote::stack_pointer_synchronised: return "stack pointer brought up to date";
  case InstructionNote::eliminated: return "eliminated";
  case InstructionNote::absent_from_core: return "this core has no such instruction";
  }
  return "";
}

std::string_view name_of(CodePlacement::Known known) {
  switch (known) {
  case CodePlacement::Known::nothing: return "nothing";
  case CodePlacement::Known::alignment: return "alignment";
  case CodePlacement::Known::address: return "address";
  }
  return "nothing";
}

std::string_view name_of(RangeCause::Kind kind) {
  switch (kind) {
  case RangeCause::Kind::alignment: return "alignment";
  case RangeCause::Kind::port_order: return "port_order";
  case RangeCause::Kind::memory_renaming: break;
  }
  return "memory_renaming";
}

std::string KernelReport::level_of_data() const {
  if (!memory || memory->data_in.value_or(0) == 0)
    return "";
  return memory->levels[static_cast<std::size_t>(*memory->data_in)].name;
}

namespace {

struct Text {
  std::string operator()(const std::monostate & /*nothing*/) const { return {}; }
  std::string operator()(const CarrierRegister &reg) const { return reg.name; }
  std::string operator()(const WrittenCarrier &written) const { return written.text; }
  std::string operator()(const CarrierAddress &address) const {
    std::string text = address.symbol;
    if (address.displacement != 0)
      text += format_text("{}{}", text.empty() || address.displacement < 0 ? "" : "+", address.displacement);
    text += "(" + address.base;
    if (!address.index.empty())
      text += format_text(",{}{}", address.index, address.scale != 1 ? format_text("*{}", address.scale) : "");
    return text + ")";
  }
};

} // namespace

std::string text_of(const Carrier &carrier) { return std::visit(Text{}, carrier); }

bool is_register(const Carrier &carrier, const std::string &name) {
  const auto *reg = std::get_if<CarrierRegister>(&carrier);
  return reg != nullptr && reg->name == name;
}

double ComparedCycles::ratio() const {
  const double old_cycles = before.to_double();
  const double new_cycles = after.to_double();
  return old_cycles > 0 ? new_cycles / old_cycles : new_cycles > 0 ? 1e9 : 1.0;
}

ComparedCycles compared_cycles(const LoopFigures &before, const LoopFigures &after) {
  const std::optional<Cycles> old_cycles = before.cycles_per_source_iteration();
  const std::optional<Cycles> new_cycles = after.cycles_per_source_iteration();
  if (old_cycles && new_cycles && (before.source_iterations != 1 || after.source_iterations != 1))
    return {*old_cycles, *new_cycles, true};
  return {before.cycles_per_iteration, after.cycles_per_iteration, false};
}

namespace {

LoopFigures with_cycles(LoopFigures figures, Cycles CyclesRange::*end) {
  if (figures.range)
    figures.cycles_per_iteration = *figures.range.*end;
  return figures;
}

} // namespace

bool may_be_equal(const LoopFigures &before, const LoopFigures &after, double tolerance) {
  const auto low = [](const LoopFigures &figures) { return with_cycles(figures, &CyclesRange::low); };
  const auto high = [](const LoopFigures &figures) { return with_cycles(figures, &CyclesRange::high); };
  return compared_cycles(high(before), low(after)).ratio() <= 1 + tolerance &&
         compared_cycles(low(before), high(after)).ratio() >= 1 - tolerance;
}

std::string_view name_of(StreamKind kind) {
  switch (kind) {
  case StreamKind::invariant: return "invariant";
  case StreamKind::contiguous: return "contiguous";
  case StreamKind::strided: return "strided";
  case StreamKind::chased: return "chased";
  case StreamKind::indirect: return "indirect";
  case StreamKind::unknown: break;
  }
  return "unknown";
}

std::string_view name_of(MemoryBoundKind kind) {
  switch (kind) {
  case MemoryBoundKind::core: return "core";
  case MemoryBoundKind::transfers: return "transfers";
  case MemoryBoundKind::latency: return "latency";
  case MemoryBoundKind::misses: return "misses";
  case MemoryBoundKind::streaming_stores: break;
  }
  return "streaming_stores";
}

std::string_view name_of(DataLevelSource source) { return source == DataLevelSource::user ? "said" : "trip counts"; }

Expected<double> parse_misprediction_rate(std::string_view text) {
  const std::string_view said = text.substr(0, 40);
  const auto refused = [&](const std::string &why) {
    return Error{format_text("'{}' is not a share of the branches{}: write 3% or 0.03", said, why)};
  };
  const bool in_percent = text.ends_with('%');
  if (in_percent)
    text.remove_suffix(1);
  const std::optional<double> number = parse_decimal(text);
  if (!number || !(*number >= 0))
    return refused("");
  const double rate = in_percent ? *number / 100 : *number;
  if (rate > 1)
    return refused(in_percent ? "" : *number <= 100 ? " (percentages need a percent sign)" : "");
  return rate;
}

bool is_same_source_loop(const KernelReport &a, const KernelReport &b) {
  if (!a.source.known() && !b.source.known())
    return a.input.file == b.input.file && a.function == b.function && a.name == b.name;
  if (a.source.line != b.source.line || a.source != b.source) // most loops of one file differ in their lines
    return false;
  return a.part.number == b.part.number && a.written_at() == b.written_at();
}

bool is_more_representative(const KernelReport &a, const KernelReport &b) {
  if (a.path_share && b.path_share && a.path_share->probability != b.path_share->probability)
    return a.path_share->probability > b.path_share->probability;
  return b.cycles_per_iteration < a.cycles_per_iteration;
}

} // namespace osaca
