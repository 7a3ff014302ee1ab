#include "truth.h"

#include "base/text.h"
#include "csv.h"
#include "run_process.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <string_view>

namespace osaca::accuracy {
namespace {

/// What the assembler would see as an instruction in `text`; empty: nothing.
std::string instruction_in(std::string_view text) {
  text = trimmed(text.substr(0, text.find('#')));
  if (text.empty() || text.front() == '.' || text.back() == ':')
    return {};
  std::string instruction(text);
  std::replace_if(
      instruction.begin(), instruction.end(), [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
  return instruction;
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos)
      return parts;
    text.remove_prefix(end + 1);
  }
}

/// Where the columns are and how a row becomes a sample.
struct RowOfColumns {
  const CsvTable &table;
  const CsvTable::Row &row;

  [[nodiscard]] const std::string &text(std::string_view title) const { return row.fields[*table.column(title)]; }

  [[nodiscard]] Error problem(const std::string &message) const { return {message, {table.name, row.line, 0}}; }

  [[nodiscard]] Expected<double> cycles(std::string_view title) const {
    const std::string &field = text(title);
    double value = 0;
    const auto [end, status] = std::from_chars(field.data(), field.data() + field.size(), value);
    if (status != std::errc() || end != field.data() + field.size() || !std::isfinite(value) || value <= 0)
      return problem("\"" + field + "\" in the column " + std::string(title) + " is no number of cycles above zero");
    return value;
  }
};

Expected<Sample> block_of(const RowOfColumns &columns) {
  const Expected<double> cycles = columns.cycles("cycles");
  if (!cycles)
    return cycles.error();
  const std::string &app = columns.text("app");
  return Sample{app + ":" + std::to_string(columns.row.line),
                app,
                *cycles,
                instructions_of_column(columns.text("asm")),
                columns.text("hex"),
                {}};
}

Expected<Sample> loop_of(const RowOfColumns &columns, const std::filesystem::path &folder) {
  const Expected<double> cycles = columns.cycles("cycles_per_iteration");
  if (!cycles)
    return cycles.error();
  const std::string &name = columns.text("name");
  if (name.empty() || name.find('/') != std::string::npos)
    return columns.problem("\"" + name + "\" is no name of a file in loops/");
  const std::filesystem::path file = folder / "loops" / (name + ".s");
  const Expected<std::string> text = tests::content_of(file);
  if (!text)
    return text.error();
  return Sample{name, columns.text("compiler"), *cycles, instructions_of_file(*text), {}, file};
}

using SampleMaker = std::function<Expected<Sample>(const RowOfColumns &)>;

Expected<std::vector<Sample>> samples_of(const std::filesystem::path &file, const std::vector<std::string> &needed,
                                         const SampleMaker &sample_of) {
  const Expected<std::string> text = tests::content_of(file);
  if (!text)
    return text.error();
  const Expected<CsvTable> table = read_csv(*text, file.string());
  if (!table)
    return table.error();
  for (const std::string &title : needed)
    if (!table->column(title))
      return Error{"there is no column \"" + title + "\"", {file.string(), 1, 0}};
  std::vector<Sample> samples;
  for (const CsvTable::Row &row : table->rows) {
    Expected<Sample> sample = sample_of({*table, row});
    if (!sample)
      return sample.error();
    samples.push_back(std::move(sample).value());
  }
  return samples;
}

} // namespace

std::vector<std::string> instructions_of_column(const std::string &text) {
  std::vector<std::string> instructions;
  // A comment ends with the instruction that it follows, not with the line: there is only one line.
  for (const std::string &part : split(text, ';'))
    if (std::string instruction = instruction_in(part); !instruction.empty())
      instructions.push_back(std::move(instruction));
  return instructions;
}

std::vector<std::string> instructions_of_file(const std::string &text) {
  bool inside = text.find("LLVM-MCA-BEGIN") == std::string::npos;
  std::vector<std::string> instructions;
  for (const std::string &line : split(text, '\n')) {
    if (line.find("LLVM-MCA-BEGIN") != std::string::npos)
      inside = true;
    else if (line.find("LLVM-MCA-END") != std::string::npos)
      inside = false;
    else if (std::string instruction = instruction_in(line); inside && !instruction.empty())
      instructions.push_back(std::move(instruction));
  }
  return instructions;
}

Expected<Truth> read_truth(const std::filesystem::path &folder) {
  std::error_code ignored;
  const std::filesystem::path absolute = std::filesystem::absolute(folder, ignored).lexically_normal();
  const bool has_blocks = std::filesystem::exists(absolute / "blocks.csv", ignored);
  const bool has_loops = std::filesystem::exists(absolute / "loops.csv", ignored);
  if (!has_blocks && !has_loops)
    return Error{"neither blocks.csv nor loops.csv is there; give the folder with measurements with --truth",
                 {absolute.string(), 0, 0}};
  Truth truth;
  if (has_blocks) {
    Expected<std::vector<Sample>> blocks =
        samples_of(absolute / "blocks.csv", {"app", "hex", "cycles", "asm"}, block_of);
    if (!blocks)
      return blocks.error();
    truth.blocks = std::move(blocks).value();
  }
  if (has_loops) {
    Expected<std::vector<Sample>> loops =
        samples_of(absolute / "loops.csv", {"name", "compiler", "cycles_per_iteration"},
                   [&](const RowOfColumns &columns) { return loop_of(columns, absolute); });
    if (!loops)
      return loops.error();
    truth.loops = std::move(loops).value();
  }
  return truth;
}

} // namespace osaca::accuracy
