#include "analysis/called_functions.h"

#include "analysis/bind/library_calls.h"
#include "base/index.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace osaca {
namespace {

/// More functions than this get no figure, because each costs a prediction.
constexpr int most_predicted = 4;

std::string caller_of(const Kernel &kernel, const KernelCall &call) {
  return call.caller < 0 ? std::string() : kernel.calls[at(call.caller)].callee;
}

bool has_bytes(const CalledFunction &function, const std::optional<std::int64_t> &bytes) {
  return function.figure ? function.figure->bytes == bytes : !bytes.has_value();
}

bool is_call_of(const Kernel &kernel, const KernelCall &call, const CalledFunction &function) {
  return call.callee == function.name && call.status == function.status && has_bytes(function, call.bytes) &&
         caller_of(kernel, call) == function.caller;
}

/// The kernel without the calls that the loop itself makes of this function.
Kernel without_calls(const Kernel &kernel, const CalledFunction &function) {
  std::vector<char> is_left_out(kernel.instructions.size(), 0);
  for (const KernelCall &call : kernel.calls)
    if (is_call_of(kernel, call, function))
      std::fill(is_left_out.begin() + call.instruction, is_left_out.begin() + call.end, 1);
  Kernel rest = kernel;
  rest.calls.clear();
  rest.instructions.clear();
  rest.place.addresses.clear();
  for (std::size_t i = 0; i < kernel.instructions.size(); ++i) {
    if (is_left_out[i] != 0)
      continue;
    for (const KernelCall &call : kernel.calls)
      if (at(call.instruction) == i && call.status == CallStatus::measured) {
        const int number = static_cast<int>(rest.instructions.size());
        rest.calls.push_back({number, number + 1, call.callee, call.status, -1, call.bytes});
      }
    rest.instructions.push_back(kernel.instructions[i]);
    if (i < kernel.place.addresses.size())
      rest.place.addresses.push_back(kernel.place.addresses[i]);
  }
  return rest;
}

Cycles cycles_of(const Kernel &kernel, FormCosts &costs, PredictionOptions options) {
  if (kernel.instructions.empty())
    return 0;
  options.timeline_iterations = 0;
  const PreparedKernel prepared = prepare(bind(kernel, costs), options.preparation);
  return predict(prepared, options).cycles;
}

std::optional<CallFigure> figure_of(const FormCosts &costs, const KernelCall &call) {
  const auto cost = call.status == CallStatus::measured ? table_cost(costs, call) : std::nullopt;
  if (!cost)
    return std::nullopt;
  return CallFigure{cost->core,         cost->library,           cost->argument_class,
                    cost->is_estimated, cost->throughput_cycles, call.bytes};
}

} // namespace

std::vector<CalledFunction> called_functions(const Kernel &kernel, FormCosts &costs, const PredictionOptions &options,
                                             Cycles cycles) {
  std::vector<CalledFunction> functions;
  for (const KernelCall &call : kernel.calls) {
    auto known = std::ranges::find_if(
        functions, [&](const CalledFunction &function) { return is_call_of(kernel, call, function); });
    if (known == functions.end()) {
      functions.push_back({call.callee, call.status, caller_of(kernel, call), 0, 0, {}, figure_of(costs, call)});
      known = functions.end() - 1;
    }
    ++known->calls;
    known->instructions += call.end - call.instruction - 1;
  }
  if (std::ranges::any_of(functions, [](const CalledFunction &one) { return !is_known(one.status); }))
    return functions; // the prediction is a lower bound, so a difference would say little
  int predicted = 0;
  for (CalledFunction &function : functions)
    if (function.caller.empty() && predicted++ < most_predicted)
      function.cycles = std::max(Cycles(0), cycles - cycles_of(without_calls(kernel, function), costs, options));
  return functions;
}

std::vector<std::string> callees_of_instructions(const Kernel &kernel) {
  std::vector<std::string> callees(kernel.instructions.size());
  for (const KernelCall &call : kernel.calls) // inner calls follow the calls that contain them
    std::fill(callees.begin() + std::min(call.instruction + 1, call.end), callees.begin() + call.end, call.callee);
  return callees;
}

} // namespace osaca
