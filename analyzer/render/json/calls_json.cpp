#include "render/json/report_json.h"

namespace osaca {
namespace {

void write(JsonWriter &out, const CalledFunction &function) {
  out.object([&] {
    out.field("function", function.name);
    out.field("status", name_of(function.status));
    out.field("caller", function.caller);
    out.field("calls", function.calls);
    out.field("instructions", function.instructions);
    if (function.cycles)
      out.field("cycles", function.cycles->to_double());
    if (const std::optional<CallFigure> &figure = function.figure) {
      out.key("figure");
      out.object([&] {
        out.field("core", figure->core);
        out.field("library", figure->library);
        out.field("arguments", figure->argument_class);
        out.field("estimated", figure->is_estimated);
        out.field("cycles", figure->cycles.to_double());
        if (figure->bytes)
          out.field("bytes", *figure->bytes);
      });
    }
  });
}

} // namespace

void write_calls(JsonWriter &out, const KernelReport &kernel) {
  if (kernel.is_function) {
    out.key("result_latencies");
    out.array(kernel.result_latencies, [&](const ResultLatency &result) {
      out.object([&] {
        out.field("register", result.reg);
        out.field("cycles", result.cycles.to_double());
        out.key("from_arguments");
        out.array(result.from_arguments, [&](const ArgumentLatency &argument) {
          out.object([&] {
            out.field("register", argument.reg);
            out.field("cycles", argument.cycles.to_double());
          });
        });
      });
    });
  }
  if (!kernel.calls.empty()) {
    out.key("calls");
    out.array(kernel.calls, [&](const CalledFunction &function) { write(out, function); });
  }
}

} // namespace osaca
