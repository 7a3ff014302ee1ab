#include "render/words/sentence_parts.h"

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

std::optional<std::string> advice_on_callee(const CallMade &call) {
  constexpr const char *of_library = "compilers cannot inline a function of a shared library: move the call out of "
                                     "the loop, call it less often, or replace it by code of your own";
  switch (call.advice) {
  case CallMade::Advice::of_rule: break;
  case CallMade::Advice::none: return "";
  case CallMade::Advice::no_errno:
    if (!call.options.sets_errno.value_or(true))
      return "";
    return "-fno-math-errno lets the compiler use an instruction instead of the call";
  case CallMade::Advice::no_nans:
    if (call.options.finite_only.value_or(false))
      return "";
    return "if no NaN occurs, -ffinite-math-only lets the compiler use an instruction instead of the call";
  case CallMade::Advice::rounding:
    return "-march= or -msse4.1 lets the compiler use an instruction instead of the call";
  case CallMade::Advice::rounding_half_away:
    return "-march= or -msse4.1 (with GCC also -fno-trapping-math) lets the compiler use instructions instead of the "
           "call";
  case CallMade::Advice::fused:
    return "-mfma or a -march= that has it lets the compiler use an instruction instead of the call";
  case CallMade::Advice::unsafe_rounding:
    if (call.options.compiler == CompilerOptions::Compiler::clang || call.options.reassociates.value_or(false))
      return of_library;
    return format_text("-ffast-math lets {} use instructions instead of the call",
                       call.options.compiler == CompilerOptions::Compiler::gcc ? "the compiler" : "GCC");
  case CallMade::Advice::of_library: return of_library;
  case CallMade::Advice::fewer_locks:
    return "compilers cannot inline the functions of the thread library: lock once for several elements, or collect "
           "the results in a local variable and lock once after the loop";
  case CallMade::Advice::no_tree:
    return "compilers cannot inline the step to the next element of a tree, which is in a shared library: if the "
           "elements change rarely, keep them in a sorted array";
  case CallMade::Advice::direct:
    return "call the function directly, so that the compiler can inline it: pass it as a template argument or a "
           "lambda instead of a pointer, declare the class or the function final, or use one loop for each type";
  case CallMade::Advice::vector_variant: return options_for_vector_variants(call.options, call.needs_recent_library);
  }
  return std::nullopt;
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
