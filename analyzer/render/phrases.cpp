#include "render/phrases.h"

#include "base/format.h"
#include "base/printable.h"
#include "base/readable_name.h"
#include "render/words/sentence_parts.h"
#include "render/words/words.h"

#include <algorithm>

namespace osaca {

std::string_view limit_of(BoundKind kind) { return kind == BoundKind::loop_carried ? "latency" : "throughput"; }

std::string_view limit_of(const KernelReport &kernel) {
  if (kernel.bound_by == BoundKind::memory && kernel.memory && kernel.memory->data_in &&
      kernel.memory->levels.at(static_cast<std::size_t>(*kernel.memory->data_in)).bound_by == MemoryBoundKind::latency)
    return "latency"; // each load waits for the previous one
  return kernel.waits_in_program_order() ? "latency" : limit_of(kernel.bound_by);
}

std::string figure_of_cycles(const KernelReport &kernel) {
  return at_least(kernel.complete) + kernel.cycles_per_iteration.text();
}

std::string phrase_of_cycles(const KernelReport &kernel) {
  return figure_of_cycles(kernel) + (kernel.is_function ? " cycles per call" : " cycles per iteration");
}

std::string cycles_of_source_iteration(const KernelReport &kernel) {
  const std::optional<Cycles> each = kernel.cycles_per_source_iteration();
  if (!each)
    return "";
  return each->text(*each < Cycles(1, 100) ? 4 : *each < Cycles(1, 10) ? 3 : 2);
}

std::string phrase_of_source_iterations(const KernelReport &kernel) {
  const int count = kernel.source_iterations.value_or(0);
  if (count < 1)
    return "";
  return count == 1 ? "1 source iteration"
                    : format_text("{} source iterations: {} each", count, cycles_of_source_iteration(kernel));
}

std::string_view phrase_of_bound(const KernelReport &kernel) {
  if (!kernel.bound_is_known)
    return "unknown";
  return kernel.is_bound_by_callees() ? "the functions that it calls" : phrase_of(kernel.bound_by);
}

std::string_view short_phrase_of_bound(const KernelReport &kernel) {
  if (!kernel.bound_is_known)
    return "bound unknown";
  switch (kernel.bound_by) {
  case BoundKind::ports: return "ports";
  case BoundKind::divider: return "divider";
  case BoundKind::front_end: return kernel.is_bound_by_callees() ? "called functions" : "front end";
  case BoundKind::stores: return "stores";
  case BoundKind::loop_carried: return "dependency chain";
  case BoundKind::memory: return "memory";
  }
  return "bound unknown";
}

std::string bound_in_a_sentence(const KernelReport &kernel) {
  if (!kernel.bound_is_known)
    return ", bound unknown";
  return format_text(", bound by {}{}", phrase_of_bound(kernel), phrase_of_simulation(kernel));
}

namespace {

std::string_view phrase_of(RangeCause::Kind kind) {
  switch (kind) {
  case RangeCause::Kind::alignment: return "alignment";
  case RangeCause::Kind::port_order: return "port assignment";
  case RangeCause::Kind::memory_renaming: break;
  }
  return "memory renaming";
}

/// One program may run with the one figure or the other. The address of its code is settled when it is linked, and
/// headlines show already what the order of uops may cost (phrase_of_simulation()).
bool differs_by_run(const KernelReport &kernel) {
  return kernel.uncertainty && std::ranges::any_of(kernel.uncertainty->causes, [](const RangeCause &cause) {
           return cause.kind == RangeCause::Kind::memory_renaming;
         });
}

std::string phrase_of_remark(const UnalignedArrays &arrays) {
  return format_text("{} with unaligned arrays", arrays.cycles.text());
}

std::string phrase_of_example(const ExampleOfShortRuns &example) {
  return format_text("{} in runs of {}", example.cycles.text(), example.iterations);
}

/// "1.0 cycles per iteration (1.0 to 2.0 by alignment; 4 source iterations: 0.25 each)"; both remarks may be empty.
std::string with_remarks(const KernelReport &kernel, const std::string &range, const std::string &source) {
  const std::string both = format_text("{}{}{}", range, range.empty() || source.empty() ? "" : "; ", source);
  return phrase_of_cycles(kernel) + (both.empty() ? "" : format_text(" ({})", both));
}

} // namespace

std::string phrase_of_prediction(const KernelReport &kernel) {
  return with_remarks(kernel, phrase_of_range(kernel), phrase_of_source_iterations(kernel)) +
         bound_in_a_sentence(kernel);
}

std::string phrase_of_range(const KernelReport &kernel) {
  if (!kernel.uncertainty)
    return "";
  const auto &[range, causes] = *kernel.uncertainty;
  std::string out = format_text("{} to {}", range.low.text(), range.high.text());
  for (std::size_t i = 0; i < causes.size(); ++i)
    out += format_text("{}{}", i == 0 ? " by " : i + 1 < causes.size() ? ", " : " and ", phrase_of(causes[i].kind));
  return out;
}

std::string headline_of(const KernelReport &kernel) {
  const bool several = kernel.source_iterations.value_or(0) > 1;
  const std::string range = differs_by_run(kernel)         ? phrase_of_range(kernel)
                            : kernel.example_of_short_runs ? phrase_of_example(*kernel.example_of_short_runs)
                            : kernel.unaligned_arrays      ? phrase_of_remark(*kernel.unaligned_arrays)
                                                           : "";
  return format_text("{} on {}{}{}", with_remarks(kernel, range, several ? phrase_of_source_iterations(kernel) : ""),
                     kernel.arch, bound_in_a_sentence(kernel), phrase_of_latencies(kernel));
}

std::string percent_of(double share) {
  const double percent = share * 100;
  if (percent > 0 && percent < 1)
    return "<1 %";
  if (percent > 99 && percent < 100)
    return ">99 %";
  return format_text("{} %", static_cast<int>(percent + 0.5));
}

std::string name_of_copies(const LoopRole &role, int count) {
  const std::string one = format_text("copy {} of {}", role.copy, role.copies);
  const std::string several =
      count == role.copies ? format_text("{} copies", count) : format_text("{} of {} copies", count, role.copies);
  std::string name = name_of(role);
  if (const std::size_t begin = name.find(one); begin != std::string::npos)
    name.replace(begin, one.size(), several);
  return name;
}

std::string phrase_of_role(const LoopRole &role) {
  std::string_view reading = name_of(role.reading);
  reading = reading.substr(0, reading.find(';'));
  const std::string kind =
      role.kind == LoopRole::Kind::foreign ? one_line(role.foreign_name) : std::string(name_of(role.kind));
  const std::string copy = role.copies > 0 ? format_text("copy {} of {}", role.copy, role.copies) : "";
  if (!copy.empty())
    return kind.empty() ? copy : format_text("{} of the {}", copy, kind);
  return "the " + (kind.empty() ? std::string(reading) : kind);
}

std::string phrase_of_origin(const KernelReport &kernel) {
  return one_line(text_of_origin(kernel.written ? *kernel.written : WrittenElsewhere(), kernel.part));
}

std::string title_of(const KernelReport &kernel) {
  if (kernel.is_function) {
    const bool has_loops = kernel.role.reading == LoopRole::Reading::inner_loops_once;
    return one_line(readable_name(kernel.function)) + (has_loops ? ", inner loops counted once" : "");
  }
  std::string title = one_line(kernel.name);
  if (!kernel.function.empty())
    title += " in " + one_line(readable_name(kernel.function));
  if (const std::string origin = phrase_of_origin(kernel); !origin.empty())
    title += (kernel.written ? ", written " : ", ") + origin;
  if (!kernel.role.is_plain())
    title += ", " + one_line(name_of(kernel.role));
  return title;
}

std::string phrase_of_simulation(const KernelReport &kernel) {
  if (!kernel.simulated_cycles)
    return "";
  const Cycles bound = kernel.bound(kernel.bound_by);
  return format_text(" ({}) plus {} cycles of {}", bound.text(), (*kernel.simulated_cycles - bound).text(),
                     kernel.has_stalls() ? "stalls in program order"
                     : kernel.short_runs ? "the loop around it"
                                         : "waiting in schedulers");
}

std::string phrase_of_path(const KernelReport &kernel) {
  if (kernel.path_count <= 1 && kernel.path.empty() && !kernel.paths_truncated)
    return "";
  std::string out = format_text("path {} of {}", kernel.path_number, kernel.path_count);
  if (kernel.paths_truncated)
    out += " analysed (there are more)";
  if (kernel.path_share)
    out += format_text(", {} of the iterations ({} for all analysed paths)", percent_of(kernel.path_share->probability),
                       percent_of(kernel.path_share->followed));
  if (!kernel.path.empty())
    out += format_text(" ({})", one_line(text_of(kernel.path)));
  return out;
}

std::string phrase_of_short_runs(const KernelReport &kernel) {
  if (kernel.example_of_short_runs)
    return format_text("for long runs. In runs of a few iterations, this loop and the one around it overlap: with {} "
                       "iterations, {} cycles each, if the end of each run is predicted",
                       kernel.example_of_short_runs->iterations, kernel.example_of_short_runs->cycles.text());
  if (!kernel.short_runs)
    return "";
  const ShortRuns &runs = *kernel.short_runs;
  return format_text("{} iterations at a time, and these runs overlap: an iteration of the loop around it takes {} "
                     "cycles. In a long run, an iteration would take {} cycles, bound by {}",
                     runs.iterations, runs.outer_cycles.text(), runs.long_cycles.text(), phrase_of(runs.long_bound));
}

std::string phrase_of_placement(const KernelReport &kernel) {
  if (!kernel.complete || !kernel.placement || !kernel.placement->matters())
    return "";
  const CodePlacement &placement = *kernel.placement;
  const int behind_border = placement.bytes_past_boundary;
  const std::string behind =
      format_text("{} a {}-byte boundary", behind_border == 0 ? "at" : format_text("{} bytes past", behind_border),
                  placement.boundary_bytes);
  if (placement.known != CodePlacement::Known::address)
    return format_text("{} to {} cycles per iteration, depending on the address that the linker chooses{}",
                       placement.least.text(), placement.most.text(),
                       placement.boundary_bytes > 1 ? format_text(" (the loop starts {})", behind) : "");
  return format_text("{}{} cycles per iteration", behind,
                     placement.least < kernel.cycles_per_iteration ? ": with better alignment " + placement.least.text()
                                                                   : ": with worse alignment " + placement.most.text());
}

std::string phrase_of_unaligned_arrays(const KernelReport &kernel) {
  if (!kernel.unaligned_arrays)
    return "";
  return format_text(
      "aligned to cache lines. If they begin {} bytes past one, as large arrays from malloc do: {} cycles "
      "per iteration",
      kernel.unaligned_arrays->bytes_past_line, kernel.unaligned_arrays->cycles.text());
}

int unknown_instructions(const KernelReport &kernel) { return kernel.unknown_count(); }

std::string one_line(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const auto *const plain_end = std::ranges::find_if(text, [](char c) { return c <= ' ' || c > '~'; });
    if (plain_end != text.begin()) { // the common case
      out.append(text.begin(), plain_end);
      text.remove_prefix(static_cast<std::size_t>(plain_end - text.begin()));
      continue;
    }
    const bool is_character = length_of_character(text) > 0;
    const std::string_view character = text.substr(0, std::max<std::size_t>(length_of_character(text), 1));
    if (character.find_first_of(" \t\n\r") == 0) {
      if (!out.empty() && out.back() != ' ')
        out += ' ';
    } else {
      out += !is_control(character) ? character : is_character ? "?" : "\xEF\xBF\xBD";
    }
    text.remove_prefix(character.size());
  }
  while (!out.empty() && out.back() == ' ')
    out.pop_back();
  return out;
}

bool same_machine_loop(const KernelReport &a, const KernelReport &b) {
  return a.annotation == b.annotation && a.function == b.function && a.name == b.name && a.role == b.role &&
         a.source == b.source && a.input == b.input;
}

namespace {

/// U+FFFE and U+FFFF.
bool is_forbidden(std::string_view character) { return character == "\xEF\xBF\xBE" || character == "\xEF\xBF\xBF"; }

} // namespace

std::string clean_line(std::string_view text) {
  if (std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; }))
    return one_line(text);
  constexpr std::string_view replacement = "\xEF\xBF\xBD";
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = length_of_character(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
    const bool is_text = length == 1 || (length > 1 && !is_control(character) && !is_forbidden(character));
    if (is_text)
      out += character;
    else
      for (std::size_t i = 0; i < character.size(); ++i)
        out += replacement;
    text.remove_prefix(character.size());
  }
  return one_line(out);
}

} // namespace osaca
