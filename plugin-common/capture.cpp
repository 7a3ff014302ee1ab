// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "capture.h"

#include "json_writer.h"

#include <algorithm>
#include <climits>
#include <map>
#include <optional>
#include <set>

namespace osaca::capture {
namespace {

void write(JsonWriter &json, const Target &target) {
  json.object([&] {
    json.field("isa", target.isa);
    json.field("march", target.march);
    json.field("mtune", target.mtune);
    json.field("cpu", target.cpu);
    json.field("intel_syntax", target.intel_syntax);
  });
}

void write(JsonWriter &json, const Location &location) {
  json.object([&] {
    json.field("file", location.file);
    json.field("line", location.line);
    json.field("column", location.column);
    json.field("inlined_at", location.inlined_at);
  });
}

void write(JsonWriter &json, const Annotation &annotation) {
  json.object([&] {
    json.field("location", annotation.location);
    json.field("expectations", annotation.expectations);
    json.field("kind", name_of(annotation.kind));
    json.field("status", name_of(annotation.status));
    if (annotation.is_harmless)
      json.field("harmless", true);
    if (annotation.is_statement)
      json.field("statement", true);
    json.field("reason", annotation.reason);
  });
}

void write(JsonWriter &json, const LineRange &range) { json.array_of(range.first, range.last); }

void write(JsonWriter &json, const InstructionLines &instruction) {
  json.array_of(instruction.lines.first, instruction.lines.last, instruction.location);
}

void write(JsonWriter &json, const BranchProbability &branch) { json.array_of(branch.line, branch.taken); }

void write(JsonWriter &json, const Loop &loop);
void write(JsonWriter &json, const Function &function);

template <typename T> void write_array(JsonWriter &json, const char *name, const std::vector<T> &elements) {
  json.key(name);
  json.array(elements, [&](const T &element) { write(json, element); });
}

void write_unless_zero(JsonWriter &json, const char *name, long number) {
  if (number != 0)
    json.field(name, number);
}

void write(JsonWriter &json, const LoopFrequency &frequency) {
  json.object([&] {
    json.field("source", name_of(frequency.source));
    json.field("iterations", frequency.iterations);
    json.field("entries", frequency.entries);
  });
}

void write(JsonWriter &json, const Loop &loop) {
  json.object([&] {
    json.field("annotation", loop.annotation);
    json.field("location", loop.location);
    json.field("header_line", loop.header_line);
    write_array(json, "lines", loop.lines);
    json.field("innermost", loop.innermost);
    json.field("role", name_of(loop.role));
    if (loop.is_whole_function)
      json.field("whole_function", true);
    if (!loop.written_in.empty() && loop.written_at >= 0) {
      json.key("written");
      json.object([&] {
        json.field("function", loop.written_in);
        json.field("location", loop.written_at);
      });
    }
    if (loop.part > 0) {
      json.key("part");
      json.object([&] {
        json.field("number", loop.part);
        json.field("count", loop.parts);
      });
    }
    if (!loop.not_vectorised.empty())
      json.field("not_vectorised", loop.not_vectorised);
    write_unless_zero(json, "trip_count", loop.nest.trip_count);
    write_unless_zero(json, "row_bytes", loop.nest.row_bytes);
    write_unless_zero(json, "rows", loop.nest.rows);
    write_unless_zero(json, "sweeps", loop.nest.sweeps);
    if (const LoopFrequency frequency = known_frequency(loop.frequency); frequency.source != FrequencySource::unknown) {
      json.key("frequency");
      write(json, frequency);
    }
    json.field("source_iterations", loop.source_iterations);
  });
}

/// Writes each name once, and for each access its line and the index of its name.
void write(JsonWriter &json, const std::vector<NamedAccess> &accesses) {
  std::map<std::string_view, int> indices;
  std::vector<std::string_view> names;
  for (const NamedAccess &access : accesses)
    if (indices.emplace(access.array, static_cast<int>(names.size())).second)
      names.push_back(access.array);
  json.field("arrays", names);
  json.key("accesses");
  json.array(accesses, [&](const NamedAccess &access) { json.array_of(access.line, indices[access.array]); });
}

template <class Value> void write_known(JsonWriter &json, const char *name, const std::optional<Value> &value) {
  if (value)
    json.field(name, *value);
}

void write(JsonWriter &json, const CompilerOptions &options) {
  json.object([&] {
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
  });
}

void write(JsonWriter &json, const Function &function) {
  json.object([&] {
    json.field("name", function.name);
    json.key("options");
    write(json, function.options);
    json.field("assembly", function.assembly);
    write_array(json, "lines", function.instructions);
    if (!function.accesses.empty())
      write(json, function.accesses);
    if (!function.branches.empty())
      write_array(json, "branches", function.branches);
    write_array(json, "loops", function.loops);
  });
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

std::string function_name(std::string_view text) {
  constexpr std::string_view unnamed = "(anonymous namespace)";
  constexpr std::string_view of_operator = "operator";
  std::string name;
  int depth = 0;
  while (!text.empty()) {
    if (depth == 0 && text.substr(0, unnamed.size()) == unnamed) {
      name += unnamed;
      text.remove_prefix(unnamed.size());
      continue;
    }
    const bool is_operator = name.size() >= of_operator.size() &&
                             std::string_view(name).substr(name.size() - of_operator.size()) == of_operator;
    if (is_operator && (text[0] == '<' || text[0] == '(')) {
      const std::size_t end = text[0] == '(' ? 2 : text.substr(0, 3) == "<=>" ? 3 : text.substr(0, 2) == "<<" ? 2 : 1;
      name += text.substr(0, end);
      text.remove_prefix(std::min(end, text.size()));
      continue;
    }
    const char c = text[0];
    if (depth == 0 && (c == '(' || text.substr(0, 2) == " ["))
      break;
    depth += c == '<' ? 1 : 0;
    if (depth == 0)
      name += c;
    depth -= c == '>' && depth > 0 ? 1 : 0;
    text.remove_prefix(1);
  }
  name.erase(name.find_last_not_of(' ') + 1);
  return on_one_line(name.empty() ? text : name, longest_function_name);
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

void prefer_loops(std::vector<Function> &functions) {
  std::set<int> with_loops;
  for (const Function &function : functions)
    for (const Loop &loop : function.loops)
      if (!loop.is_whole_function)
        with_loops.insert(loop.annotation);
  for (Function &function : functions)
    function.loops.erase(std::remove_if(function.loops.begin(), function.loops.end(),
                                        [&](const Loop &loop) {
                                          return loop.is_whole_function && with_loops.count(loop.annotation) != 0;
                                        }),
                         function.loops.end());
}

std::string to_json(const Capture &capture) {
  JsonWriter json;
  json.object([&] {
    json.field("schema", "osaca-capture-1");
    json.field("unit", capture.unit);
    json.field("compiler", capture.compiler);
    json.key("target");
    write(json, capture.target);
    write_array(json, "locations", capture.locations);
    write_array(json, "annotations", capture.annotations);
    write_array(json, "functions", capture.functions);
  });
  return json.take();
}

} // namespace osaca::capture
