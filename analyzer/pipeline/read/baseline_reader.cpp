// Reads baselines from JSON: the inverse of render/json/json_documents.cpp.
#include "osaca/baseline.h"

#include "base/format.h"
#include "base/index.h"
#include "base/parallel.h"
#include "pipeline/read/json_document.h"
#include "pipeline/read/report_fields.h"

#include <algorithm>

namespace osaca {
namespace {

constexpr std::string_view known_schema = "osaca-baseline-2";
constexpr std::string_view schema_of_machine_loops = "osaca-baseline-1"; // had a row per machine loop and path

/// "4", "3.25", "13/3": exact, not negative, at most 1e9.
Cycles exact_cycles(const JsonField &field) {
  constexpr std::size_t longest = 40;
  const std::string text = field.text();
  std::optional<Cycles> cycles;
  if (text.size() <= longest && text.find_first_not_of("0123456789./") == std::string::npos)
    cycles = Cycles::parse(text);
  if (!cycles)
    field.fail("expected cycles as a string such as \"4\", \"3.25\" or \"13/3\"");
  if (*cycles > Cycles(1'000'000'000))
    field.fail("the number is out of range (0 to 1e9)");
  return *cycles;
}

std::optional<CyclesRange> range(const JsonField &field) {
  if (!field.has("cycles_low") || !field.has("cycles_high"))
    return std::nullopt;
  const CyclesRange read{exact_cycles(field.at("cycles_low")), exact_cycles(field.at("cycles_high"))};
  if (read.high < read.low)
    field.at("cycles_low").fail("it must not be greater than cycles_high");
  return read;
}

LoopFigures figures(const JsonField &field) {
  LoopFigures out;
  out.cycles_per_iteration = exact_cycles(field.at("cycles_per_iteration"));
  out.range = range(field);
  if (field.has("source_iterations"))
    out.source_iterations = field.at("source_iterations").number(0);
  out.bound_by = bound_kind(field.at("bound_by"));
  out.complete = !field.boolean_or("lower_bound_only", false);
  out.vector_bits = field.number_or("vector_bits", 0, 0, 1 << 20);
  out.data_level = field.text_or("data_in", "");
  if (field.has("paths") && !field.has("fastest_path"))
    out.paths_in_mean = field.at("paths").number(2, most_lines);
  return out;
}

std::optional<UnknownPaths> unknown_paths(const JsonField &field) {
  if (!field.has("fastest_path"))
    return std::nullopt;
  return UnknownPaths{field.at("paths").number(2, most_lines), exact_cycles(field.at("fastest_path"))};
}

void read_origin(const JsonField &field, LoopRecord &out) {
  if (field.has("written")) {
    const JsonField written = field.at("written");
    out.written = {written.at("function").text(),
                   {written.at("file").text(), written.at("line").number(1, most_lines), 0}};
    out.written_text_hash = written.text_or("text_hash", "");
  }
  if (field.has("part"))
    out.part = {field.at("part").at("number").number(1), field.at("part").at("count").number(1)};
}

LoopRecord loop(const JsonField &field) {
  LoopRecord out;
  out.id = field.at("id").text();
  out.file = field.at("file").text();
  out.line = field.at("line").number(0, most_lines);
  out.function = field.text_or("function", "");
  read_origin(field, out);
  out.role = loop_role_named(field.text_or("role", ""));
  out.arch = field.at("arch").text();
  out.figures = figures(field);
  out.unknown_paths = unknown_paths(field);
  if (field.has("copies")) {
    const JsonField copies = field.at("copies");
    for (std::size_t i = 0; i < copies.size(); ++i) {
      const JsonField copy = copies.at(i);
      out.copies.push_back(
          {copy.at("function").text(), figures(copy), unknown_paths(copy), copy.text_or("code_hash", "")});
    }
  }
  out.source_text_hash = field.text_or("source_text_hash", "");
  out.opcodes_hash = field.text_or("opcodes_hash", "");
  out.code_hash = field.text_or("code_hash", "");
  if (field.has("accepted"))
    out.accepted = texts(field.at("accepted"));
  return out;
}

AcceptedFinding accepted_finding(const JsonField &field) {
  return {field.at("rule").text(), field.at("file").text(), field.at("line").number(0, most_lines),
          field.at("fingerprint").text()};
}

std::vector<LoopRecord> loops(const JsonField &list, int jobs) {
  constexpr std::size_t most_at_once = 10'000; // a wrong list of another kind has more elements than fit into memory
  std::vector<LoopRecord> out;
  out.reserve(std::min(list.size(), 20 * most_at_once));
  std::vector<JsonField> of_workers(static_cast<std::size_t>(std::max(jobs, 1)), list);
  for (std::size_t begin = 0; begin < list.size(); begin = out.size()) {
    out.resize(std::min(begin + most_at_once, list.size()));
    for_each_index(jobs, out.size() - begin, [&](int worker, std::size_t index) {
      out[begin + index] = loop(of_workers[at(worker)].at(begin + index));
    });
  }
  return out;
}

Baseline baseline(const JsonField &document, const std::string &name, int jobs) {
  const std::string schema = document.at("schema").text();
  if (schema == schema_of_machine_loops)
    document.at("schema").fail("it was written by an older version of osaca; write it again with --update-baseline");
  if (schema != known_schema)
    document.at("schema").fail(format_text("unknown version '{}'", schema.substr(0, 40)));
  Baseline out;
  out.name = name;
  out.loops = loops(document.at("loops"), jobs);
  if (document.has("figures_versions"))
    for (LoopRecord &row : out.loops)
      row.figures_version = document.at("figures_versions").text_or(row.arch.c_str(), "");
  if (document.has("compilers"))
    for (std::string &compiler : texts(document.at("compilers")))
      out.compilers.insert(std::move(compiler));
  if (document.has("accepted")) {
    const JsonField accepted = document.at("accepted");
    for (std::size_t i = 0; i < accepted.size(); ++i)
      out.accepted.push_back(accepted_finding(accepted.at(i)));
  }
  return out;
}

} // namespace

Expected<Baseline> read_baseline(const std::string &json, const std::string &name, int jobs) {
  return read_json_document<Baseline>(json, name, "baseline",
                                      [&](const JsonField &document) { return baseline(document, name, jobs); });
}

} // namespace osaca
