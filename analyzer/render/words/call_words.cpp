#include "base/format.h"
#include "base/readable_name.h"
#include "base/text.h"
#include "render/words/words.h"

#include <string_view>

namespace osaca {

// Phrases about called functions.

std::string_view reason_of(CallStatus status) {
  switch (status) {
  case CallStatus::followed:
  case CallStatus::measured: return "";
  case CallStatus::indirect: return "the callee is known only when the program runs";
  case CallStatus::elsewhere:
    return "the input does not contain the function; analyse the linked program, compile with -flto, or measure it "
           "with 'osaca measure calls --function' and pass the table with --calls";
  case CallStatus::recursive: return "the function is recursive";
  case CallStatus::has_loop: return "the function contains a loop, whose number of iterations is unknown";
  case CallStatus::too_deep: return "calls are nested more deeply than osaca follows";
  case CallStatus::too_large: return "the functions have more instructions than osaca follows";
  case CallStatus::not_returning: return "no path through the function returns";
  case CallStatus::too_long: return "it works on more bytes than the table of calls has figures for";
  }
  return "";
}

namespace {

std::string name_of_callee(const CalledFunction &function) {
  const std::string name = function.name.empty() ? "a function through a pointer" : readable_name(function.name);
  return function.caller.empty() ? name : format_text("{} (called by {})", name, readable_name(function.caller));
}

/// "typical arguments", "256 bytes", "64 bytes assumed"
std::string phrase_of_arguments(const CallFigure &figure) {
  if (figure.bytes)
    return counted(static_cast<std::size_t>(*figure.bytes), "byte");
  return figure.argument_class == "typical" ? "typical arguments" : figure.argument_class + " assumed";
}

/// " (2 calls; measured on CORE, glibc 2.36, typical arguments)"
std::string details_of(const CalledFunction &function) {
  std::string text = function.calls > 1 ? format_text("{} calls", function.calls) : "";
  if (const std::optional<CallFigure> &figure = function.figure) {
    text += format_text("{}{} {}", text.empty() ? "" : "; ", figure->is_estimated ? "estimated from" : "measured on",
                        figure->core.empty() ? "a core that its table does not name" : figure->core);
    if (!figure->library.empty())
      text += ", " + figure->library;
    text += ", " + phrase_of_arguments(*figure);
  }
  return text.empty() ? "" : format_text(" ({})", text);
}

/// " (8.0 from xmm0, 12.0 from xmm1)"; empty: the time is the same from all arguments.
std::string in_brackets(const ResultLatency &result) {
  std::string text;
  if (std::ranges::any_of(result.from_arguments, [&](const auto &from) { return from.cycles != result.cycles; }))
    for (const ArgumentLatency &from : result.from_arguments)
      text += format_text("{}{} from {}", text.empty() ? " (" : ", ", from.cycles.text(), from.reg);
  return text.empty() ? text : text + ")";
}

} // namespace

std::string phrase_of_calls(const KernelReport &kernel) {
  std::string known;
  std::string unknown;
  for (const CalledFunction &function : kernel.calls)
    if (const std::optional<Cycles> cycles = function.busy_cycles())
      known +=
          format_text("{}{} in {}{}", known.empty() ? "" : ", ", std::min(*cycles, kernel.cycles_per_iteration).text(),
                      name_of_callee(function), details_of(function));
    else if (!is_known(function.status))
      unknown += format_text("{}{}", unknown.empty() ? "" : ", ", name_of_callee(function));
  std::string text = known.empty() ? "" : format_text("of {} cycles, {}", kernel.cycles_per_iteration.text(), known);
  if (!unknown.empty())
    text += format_text("{}of unknown cost: {}", text.empty() ? "" : "; ", unknown);
  return text;
}

std::string phrase_of_latencies(const KernelReport &kernel) {
  std::string text;
  for (const ResultLatency &result : kernel.result_latencies)
    text += format_text("{}{} cycles to {}{}", text.empty() ? "; latency: " : ", ", result.cycles.text(), result.reg,
                        in_brackets(result));
  return text;
}

std::string phrase_of_function(const KernelReport &kernel) {
  if (!kernel.is_function)
    return "";
  return "the whole function: an iteration is one call, and calls do not depend on each other" +
         phrase_of_latencies(kernel);
}

} // namespace osaca
