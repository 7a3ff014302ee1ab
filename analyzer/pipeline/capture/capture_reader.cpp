#include "pipeline/capture/capture_reader.h"

#include "base/format.h"
#include "base/index.h"
#include "base/source_location.h"
#include "pipeline/arch_resolution.h"
#include "pipeline/read/json_document.h"

#include <algorithm>
#include <exception>
#include <optional>

namespace osaca {

namespace {

constexpr int highest_level = 3;
constexpr int widest_vectors_bits = 1 << 16;

std::optional<bool> known_truth(const JsonField &options, const char *key) {
  return options.has(key) ? std::optional<bool>(options.at(key).boolean()) : std::nullopt;
}

std::optional<int> known_number(const JsonField &options, const char *key, int most) {
  return options.has(key) ? std::optional<int>(options.at(key).number(0, most)) : std::nullopt;
}

CompilerOptions::Compiler compiler_named(std::string_view name) {
  return name.starts_with("gcc")     ? CompilerOptions::Compiler::gcc
         : name.starts_with("clang") ? CompilerOptions::Compiler::clang
                                     : CompilerOptions::Compiler::unknown;
}

} // namespace

CompilerOptions read_options(const JsonField &function, std::string_view compiler) {
  CompilerOptions read;
  if (!function.has("options"))
    return read;
  const JsonField options = function.at("options");
  read.compiler = compiler_named(compiler);
  read.level = known_number(options, "level", highest_level);
  read.vectorises = known_truth(options, "vectorises");
  if (const std::optional<bool> cheaply = known_truth(options, "vectorises_cheaply"))
    read.cost_model = *cheaply ? CompilerOptions::CostModel::little_code : CompilerOptions::CostModel::any_gain;
  read.unrolls = known_truth(options, "unrolls");
  read.reassociates = known_truth(options, "reassociates");
  read.contracts = known_truth(options, "contracts");
  read.takes_reciprocals = known_truth(options, "takes_reciprocals");
  read.sets_errno = known_truth(options, "sets_errno");
  read.finite_only = known_truth(options, "finite_only");
  read.has_fused = known_truth(options, "has_fused");
  read.preferred_vector_bits = known_number(options, "preferred_vector_bits", widest_vectors_bits);
  read.widest_vector_bits = known_number(options, "widest_vector_bits", widest_vectors_bits);
  return read;
}

namespace {

constexpr std::size_t largest_capture_bytes = 256U << 20U;
constexpr std::size_t most_arrays = 1U << 16U;  // of a function
constexpr int most_source_iterations = 1 << 20; // much more than any vector length times any unrolling

void read_target(const JsonField &target, Capture &capture) {
  capture.isa = target.at("isa").text();
  if (!isa_named(capture.isa))
    target.at("isa").fail(format_text("unknown instruction set '{}'", capture.isa.substr(0, 40)));
  capture.march = target.text_or("march", "");
  capture.mtune = target.text_or("mtune", "");
  capture.cpu = target.text_or("cpu", "");
  capture.intel_syntax = target.boolean_or("intel_syntax", false);
}

void read_locations(const JsonField &list, Capture &capture) {
  const int count = static_cast<int>(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    const JsonField item = list.at(i);
    capture.locations.push_back({file_name_or_nothing(item.at("file").text()), item.at("line").number(0),
                                 item.number_or("column", 0, 0, 1 << 30)});
    std::vector<int> &sites = capture.inlined_at.emplace_back();
    if (!item.has("inlined_at"))
      continue;
    const JsonField chain = item.at("inlined_at");
    for (std::size_t k = 0; k < chain.size(); ++k)
      sites.push_back(chain.at(k).number(0, count - 1));
  }
}

/// Converts the word in a field to a value; `named` knows the valid words.
template <class Value>
Value one_of(const JsonField &item, const char *key, Value otherwise, std::optional<Value> (*named)(std::string_view),
             const std::string &choice) {
  if (!item.has(key))
    return otherwise;
  const std::optional<Value> value = named(item.at(key).text());
  if (!value)
    item.at(key).fail("expected " + choice);
  return *value;
}

void read_annotations(const JsonField &list, Capture &capture) {
  const int last_location = static_cast<int>(capture.locations.size()) - 1;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const JsonField item = list.at(i);
    Capture::Annotation annotation;
    annotation.location = item.at("location").number(0, last_location);
    annotation.reason = item.text_or("reason", "");
    annotation.is_statement = item.boolean_or("statement", false);
    annotation.is_harmless = item.boolean_or("harmless", false);
    annotation.expectations = item.text_or("expectations", "");
    annotation.kind = one_of(item, "kind", annotation.kind, capture::annotation_kind_named, "pragma, all or function");
    annotation.status =
        one_of(item, "status", annotation.status, capture::annotation_status_named, "found, vanished or not_a_loop");
    capture.annotations.push_back(std::move(annotation));
  }
}

int count_lines(const std::string &text) {
  const auto ends = std::ranges::count(text, '\n');
  return static_cast<int>(ends) + (text.empty() || text.back() == '\n' ? 0 : 1);
}

void read_line_ranges(const JsonField &list, const Capture &capture, Capture::Function &function) {
  const int last_location = static_cast<int>(capture.locations.size()) - 1;
  std::int64_t lines_named = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const JsonField item = list.at(i);
    const int first = item.at(std::size_t{0}).number(1, function.line_count);
    const int last = item.at(1).number(first, function.line_count);
    function.lines.push_back({first, last, item.at(2).number(-1, last_location)});
    lines_named += last - first + 1;
    if (lines_named > 16 * static_cast<std::int64_t>(function.line_count) + 1024)
      list.fail("the ranges contain far more lines than the assembly");
  }
}

/// The role of a loop that is only a copy is its copy number.
LoopRole captured_role(const std::string &name) {
  return name == capture::name_of(capture::LoopRole::copy) ? LoopRole{} : loop_role_named(name);
}

/// Text that is shown to people on one line. Each byte that is not UTF-8 becomes three bytes.
std::string read_line(const JsonField &item, std::size_t longest_written) {
  std::string line = item.text();
  if (line.empty() || line.size() > 3 * longest_written)
    item.fail(format_text("expected 1 to {} bytes", 3 * longest_written));
  if (std::ranges::any_of(line, [](unsigned char c) { return c < ' ' || c == 0x7f; }))
    item.fail("control characters are not allowed");
  return line;
}

void read_arrays(const JsonField &item, Capture::Function &function) {
  if (!item.has("arrays") || !item.has("accesses"))
    return;
  const JsonField list = item.at("arrays");
  if (list.size() > most_arrays)
    list.fail("too many arrays");
  std::vector<std::string> names;
  for (std::size_t i = 0; i < list.size(); ++i)
    names.push_back(read_line(list.at(i), capture::longest_array_name));
  const JsonField accesses = item.at("accesses");
  int previous = 0;
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    const JsonField access = accesses.at(i);
    previous = access.at(std::size_t{0}).number(previous + 1, function.line_count);
    function.arrays.emplace_back(previous, names[at(access.at(1).number(0, static_cast<int>(names.size()) - 1))]);
  }
}

std::optional<std::int64_t> read_nest_number(const JsonField &item, const char *key) {
  if (!item.has(key))
    return std::nullopt;
  const std::int64_t number = item.at(key).bytes(1);
  if (number > capture::largest_nest_number)
    item.at(key).fail("too large");
  return number;
}

LoopNest read_nest(const JsonField &item) {
  return {read_nest_number(item, "trip_count"), read_nest_number(item, "row_bytes"), read_nest_number(item, "rows"),
          read_nest_number(item, "sweeps")};
}

LoopFrequency read_frequency(const JsonField &item) {
  if (!item.has("frequency"))
    return {};
  const JsonField frequency = item.at("frequency");
  const auto source = one_of(frequency, "source", capture::FrequencySource::unknown, capture::frequency_source_named,
                             "unknown, estimate or profile");
  if (source == capture::FrequencySource::unknown)
    return {};
  return {source == capture::FrequencySource::profile ? LoopFrequency::Source::profile
                                                      : LoopFrequency::Source::estimate,
          frequency.at("iterations").real(0, capture::largest_count),
          frequency.at("entries").real(0, capture::largest_count)};
}

void read_branches(const JsonField &item, Capture::Function &function) {
  if (!item.has("branches"))
    return;
  const JsonField branches = item.at("branches");
  int previous = 0;
  for (std::size_t i = 0; i < branches.size(); ++i) {
    const JsonField branch = branches.at(i);
    previous = branch.at(std::size_t{0}).number(previous + 1, function.line_count);
    function.branches.emplace_back(previous, branch.at(1).real(0, 1));
  }
}

Capture::Loop read_loop(const JsonField &item, const Capture &capture, int line_count) {
  Capture::Loop loop;
  loop.annotation = item.at("annotation").number(-1, static_cast<int>(capture.annotations.size()) - 1);
  loop.location = item.number_or("location", -1, -1, static_cast<int>(capture.locations.size()) - 1);
  loop.header_line = item.number_or("header_line", 0, 0, line_count);
  loop.innermost = item.boolean_or("innermost", true);
  loop.is_whole_function = item.boolean_or("whole_function", false);
  loop.role = captured_role(item.text_or("role", ""));
  loop.source_iterations = item.number_or("source_iterations", 0, 0, most_source_iterations);
  loop.nest = read_nest(item);
  loop.frequency = read_frequency(item);
  if (item.has("written")) {
    const JsonField written = item.at("written");
    loop.written.function = read_line(written.at("function"), capture::longest_function_name);
    loop.written.place =
        capture.locations[at(written.at("location").number(0, static_cast<int>(capture.locations.size()) - 1))];
  }
  if (item.has("part")) {
    loop.part.count = item.at("part").at("count").number(1, capture::most_parts);
    loop.part.number = item.at("part").at("number").number(1, loop.part.count);
  }
  if (item.has("not_vectorised"))
    loop.not_vectorised = read_line(item.at("not_vectorised"), capture::longest_words);
  const JsonField ranges = item.at("lines");
  int previous = 0;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const JsonField range = ranges.at(i);
    const int first = range.at(std::size_t{0}).number(previous + 1, line_count);
    previous = range.at(1).number(first, line_count);
    loop.lines.emplace_back(first, previous);
  }
  if (loop.lines.empty())
    ranges.fail("a loop needs at least one line");
  return loop;
}

void read_functions(const JsonField &list, Capture &capture) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    const JsonField item = list.at(i);
    Capture::Function function;
    function.name = item.at("name").text();
    function.options = read_options(item, capture.compiler);
    function.assembly = item.at("assembly").text();
    function.line_count = count_lines(function.assembly);
    if (item.has("lines"))
      read_line_ranges(item.at("lines"), capture, function);
    read_arrays(item, function);
    read_branches(item, function);
    const JsonField loops = item.at("loops");
    for (std::size_t k = 0; k < loops.size(); ++k)
      function.loops.push_back(read_loop(loops.at(k), capture, function.line_count));
    capture.functions.push_back(std::move(function));
  }
}

Capture capture_of(const JsonField &root) {
  const std::string schema = root.at("schema").text();
  if (schema != "osaca-capture-1")
    root.at("schema").fail(format_text(
        "'{}' is not supported (expected osaca-capture-1): the plugin and the driver have different versions",
        schema.substr(0, 40)));
  Capture capture;
  capture.unit = root.text_or("unit", "");
  capture.compiler = root.text_or("compiler", "");
  read_target(root.at("target"), capture);
  read_locations(root.at("locations"), capture);
  read_annotations(root.at("annotations"), capture);
  read_functions(root.at("functions"), capture);
  return capture;
}

} // namespace

Expected<Capture> read_capture(const std::string &text) {
  const auto error = [](const std::string &message) { return Error{"the capture cannot be used: " + message}; };
  if (text.size() > largest_capture_bytes)
    return error("it is larger than 256 MiB");
  if (text.empty())
    return error("it is empty");
  if (nested_too_deeply(text))
    return error("it is nested too deeply");
  try {
    Capture capture;
    const std::optional<JsonProblem> problem =
        parse_json(text, [&capture](const JsonField &document) { capture = capture_of(document); });
    if (!problem)
      return capture;
    return error(problem->kind == JsonProblem::Kind::number_out_of_range
                     ? "it contains a number that is too large"
                     : format_text("it is not JSON, or it is truncated (at byte {})", problem->byte));
  } catch (const std::exception &problem) {
    return error(problem.what());
  }
}

} // namespace osaca
