#include "report/report.h"

#include <algorithm>

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
  return "something unknown";
}

std::string_view name_of(Severity severity) {
  switch (severity) {
  case Severity::note: return "note";
  case Severity::warning: return "warning";
  case Severity::error: return "error";
  }
  return "unknown";
}

std::string_view name_of(AskedBy asked_by) {
  switch (asked_by) {
  case AskedBy::pragma: return "pragma";
  case AskedBy::function: return "function";
  case AskedBy::all: return "all";
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

bool KernelReport::executes_in_order() const {
  return std::ranges::any_of(arch_notes, [](const ArchNote &note) { return note.kind == ArchNote::Kind::in_order; });
}

Cycles KernelReport::bound(BoundKind kind) const {
  for (const Bound &candidate : bounds)
    if (candidate.kind == kind)
      return candidate.cycles;
  return {};
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

std::string_view name_of(InstructionNote note) {
  switch (note) {
  case InstructionNote::fused_with_next: return "fused with next";
  case InstructionNote::breaks_dependency: return "breaks the dependency";
  case InstructionNote::waits_for_flags_only: return "waits for the flags only";
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

std::string KernelReport::level_of_data() const {
  if (!memory || memory->data_in.value_or(0) == 0)
    return "";
  return memory->levels[static_cast<std::size_t>(*memory->data_in)].name;
}

} // namespace osaca
