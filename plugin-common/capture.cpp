// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "capture.h"

#include "json_writer.h"

#include <climits>
#include <map>
#include <optional>

namespace osaca::capture {
namespace {

void write(JsonWriter &json, const Target &target) {
  json.begin_object()
      .member("isa", target.isa)
      .member("march", target.march)
      .member("mtune", target.mtune)
      .member("cpu", target.cpu)
      .member("intel_syntax", target.intel_syntax)
      .end_object();
}

void write(JsonWriter &json, const Location &location) {
  json.begin_object().member("file", location.file).member("line", location.line).member("column", location.column);
  json.key("inlined_at").begin_array();
  for (const int site : location.inlined_at)
    json.value(site);
  json.end_array().end_object();
}

void write(JsonWriter &json, const Annotation &annotation) {
  json.begin_object()
      .member("location", annotation.location)
      .member("expectations", annotation.expectations)
      .member("kind", name_of(annotation.kind))
      .member("status", name_of(annotation.status))
      .member("reason", annotation.reason)
      .end_object();
}

void write(JsonWriter &json, const Loop &loop) {
  json.begin_object()
      .member("annotation", loop.annotation)
      .member("location", loop.location)
      .member("header_line", loop.header_line);
  json.key("lines").begin_array();
  for (const LineRange &range : loop.lines)
    json.begin_array().value(range.first).value(range.last).end_array();
  json.end_array().member("innermost", loop.innermost).member("role", name_of(loop.role));
  if (!loop.not_vectorised.empty())
    json.member("not_vectorised", loop.not_vectorised);
  if (loop.nest.trip_count != 0)
    json.member("trip_count", loop.nest.trip_count);
  if (loop.nest.row_bytes != 0)
    json.member("row_bytes", loop.nest.row_bytes);
  if (loop.nest.rows != 0)
    json.member("rows", loop.nest.rows);
  if (loop.nest.sweeps != 0)
    json.member("sweeps", loop.nest.sweeps);
  if (const LoopFrequency frequency = known_frequency(loop.frequency); frequency.source != FrequencySource::unknown)
    json.key("frequency")
        .begin_object()
        .member("source", name_of(frequency.source))
        .member("iterations", frequency.iterations)
        .member("entries", frequency.entries)
        .end_object();
  json.member("source_iterations", loop.source_iterations).end_object();
}

/// Writes each name once, and for each access its line and the index of its name.
void write(JsonWriter &json, const std::vector<NamedAccess> &accesses) {
  std::map<std::string_view, int> indices;
  json.key("arrays").begin_array();
  for (const NamedAccess &access : accesses)
    if (indices.emplace(access.array, static_cast<int>(indices.size())).second)
      json.value(access.array);
  json.end_array().key("accesses").begin_array();
  for (const NamedAccess &access : accesses)
    json.begin_array().value(access.line).value(indices[access.array]).end_array();
  json.end_array();
}

template <class Value> void write_known(JsonWriter &json, const char *name, const std::optional<Value> &value) {
  if (value)
    json.member(name, *value);
}

void write(JsonWriter &json, const CompilerOptions &options) {
  json.key("options").begin_object();
  write_known(json, "level", options.level);
  write_known(json, "vectorises", options.vectorises);
  write_known(json, "vectorises_cheaply", options.vectorises_cheaply);
  write_known(json, "unrolls", options.unrolls);
  write_known(json, "reassociates", options.reassociates);
  write_known(json, "contracts", options.contracts);
  write_known(json, "takes_reciprocals", options.takes_reciprocals);
  write_known(json, "sets_errno", options.sets_errno);
  write_known(json, "finite_only", options.finite_only);
  write_known(json, "has_fused", options.has_fused);
  write_known(json, "preferred_vector_bits", options.preferred_vector_bits);
  write_known(json, "widest_vector_bits", options.widest_vector_bits);
  json.end_object();
}

void write(JsonWriter &json, const std::vector<BranchProbability> &branches) {
  json.key("branches").begin_array();
  for (const BranchProbability &branch : branches)
    json.begin_array().value(branch.line).value(branch.taken).end_array();
  json.end_array();
}

void write(JsonWriter &json, const Function &function) {
  json.begin_object().member("name", function.name);
  write(json, function.options);
  json.member("assembly", function.assembly);
  json.key("lines").begin_array();
  for (const InstructionLines &i : function.instructions)
    json.begin_array().value(i.lines.first).value(i.lines.last).value(i.location).end_array();
  json.end_array();
  if (!function.accesses.empty())
    write(json, function.accesses);
  if (!function.branches.empty())
    write(json, function.branches);
  json.key("loops").begin_array();
  for (const Loop &loop : function.loops)
    write(json, loop);
  json.end_array().end_object();
}

template <typename T> void write_array(JsonWriter &json, const char *name, const std::vector<T> &elements) {
  json.key(name).begin_array();
  for (const T &element : elements)
    write(json, element);
  json.end_array();
}

/// Removes control characters, and cuts a text that is too long after a complete character.
std::string on_one_line(std::string_view text, std::size_t longest) {
  std::string line;
  for (const char c : text)
    if (static_cast<unsigned char>(c) >= ' ' && c != '\x7f')
      line.push_back(c);
  if (line.size() <= longest)
    return line;
  constexpr std::string_view cut = "...";
  std::size_t end = longest - cut.size();
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0U) == 0x80U) // not within a UTF-8 character
    --end;
  return line.substr(0, end).append(cut);
}

} // namespace

Location location_at(std::string_view file, long line, long column) {
  constexpr long last_line = 1L << 30;
  constexpr long last_column = 1L << 30;
  Location location;
  if (file.size() < PATH_MAX)
    location.file = file;
  if (line < 1 || line > last_line)
    return location;
  location.line = static_cast<int>(line);
  location.column = column > 0 && column <= last_column ? static_cast<int>(column) : 0;
  return location;
}

std::string array_name(std::string_view text) { return on_one_line(text, longest_array_name); }

std::string compilers_words(std::string_view text) {
  return on_one_line(text.substr(0, text.find('\n')), longest_words);
}

LoopNest agreed(const LoopNest &a, const LoopNest &b) {
  const auto same = [](long of_a, long of_b) { return of_a == of_b ? of_a : 0; };
  return {same(a.trip_count, b.trip_count), same(a.row_bytes, b.row_bytes), same(a.rows, b.rows),
          same(a.sweeps, b.sweeps)};
}

LoopFrequency known_frequency(const LoopFrequency &frequency) {
  const auto is_count = [](double count) { return count >= 0 && count <= largest_count; };
  return is_count(frequency.iterations) && is_count(frequency.entries) ? frequency : LoopFrequency{};
}

long known_number(long number) { return number > 0 && number <= largest_nest_number ? number : 0; }

std::string to_json(const Capture &capture) {
  JsonWriter json;
  json.begin_object()
      .member("schema", "osaca-capture-1")
      .member("unit", capture.unit)
      .member("compiler", capture.compiler)
      .key("target");
  write(json, capture.target);
  write_array(json, "locations", capture.locations);
  write_array(json, "annotations", capture.annotations);
  write_array(json, "functions", capture.functions);
  json.end_object();
  return std::move(json).take();
}

} // namespace osaca::capture
