#include "base/format.h"
#include "calls/call_table.h"
#include "measure/calls/call_measurer.h"
#include "measure/file/number_text.h"
#include "measure/file/yaml_writer.h"

#include <algorithm>

namespace osaca::measure::calls {
namespace {

/// Figures are written with one digit, and never as 0, which no call can have.
std::string figure_text(double cycles) { return decimal(std::max(cycles, 0.1), 1); }

void write_class(YamlWriter &out, const CallTableFacts &facts, const CallSubject &subject,
                 const MeasuredClass &of_class) {
  out.object(
      [&] {
        out.field("class", of_class.name);
        out.field("arguments", of_class.arguments);
        if (subject.bytes_argument != 0)
          out.word_field("bytes", of_class.arguments);
        out.word_field("throughput", figure_text(of_class.throughput.cycles));
        if (of_class.latency)
          out.word_field("latency", figure_text(of_class.latency->cycles));
        if (of_class.is_unstable())
          out.field("source", format_text("measured on {}; the runs differed by more than 3 %", facts.machine.date));
      },
      YamlWriter::Layout::one_line);
}

} // namespace

std::string table_yaml(const CallTableFacts &facts, const std::vector<MeasuredCalls> &measured) {
  YamlWriter out;
  out.object([&] {
    out.field("schema", call_table_schema);
    out.field("core", facts.core);
    out.field("cpu", facts.machine.cpu);
    out.field("library", facts.library);
    out.field("isa", facts.machine.isa);
    out.field("date", facts.machine.date);
    out.field("source", format_text("measured with 'osaca measure calls' on {} ({}), {}", facts.machine.cpu,
                                    facts.library, facts.machine.date));
    out.key("functions");
    out.array(measured, [&](const MeasuredCalls &one) {
      if (one.classes.empty())
        return;
      out.object([&] {
        out.field("name", one.subject.name);
        out.field("signature", osaca::text_of(one.subject.signature));
        if (one.subject.typical != "typical")
          out.field("typical", one.subject.typical);
        if (one.subject.bytes_argument != 0)
          out.field("bytes_argument", one.subject.bytes_argument);
        out.key("classes");
        out.array(one.classes, [&](const MeasuredClass &of_class) { write_class(out, facts, one.subject, of_class); });
      });
    });
  });
  return out.take();
}

} // namespace osaca::measure::calls
