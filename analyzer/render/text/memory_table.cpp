#include "render/text/kernel_tables.h"

#include "base/format.h"
#include "base/index.h"
#include "render/phrases.h"
#include "render/text/table.h"
#include "render/words/words.h"

#include <algorithm>

namespace osaca {
namespace {

std::string cycles_text(const MemoryLevelFigures &level) {
  const std::string least = (level.lower_bound_only ? "at least " : "") + level.cycles_per_iteration.text(1);
  return level.most_cycles && !level.lower_bound_only ? format_text("{} to {}", least, level.most_cycles->text(1))
                                                      : least;
}

std::string lines_text(const LevelTraffic &traffic) {
  if (traffic.lines_read.is_zero() && traffic.lines_written.is_zero())
    return "-";
  return format_text("{}+{}", traffic.lines_read.text(), traffic.lines_written.text());
}

std::string levels_table(const KernelReport &kernel, const RenderOptions &options) {
  const MemoryReport &memory = *kernel.memory;
  const int source_iterations = kernel.source_iterations.value_or(0);
  std::vector<Table::Column> columns = {{"level", Table::Align::left, " "}, {"cycles", Table::Align::right, "  "}};
  if (source_iterations > 0)
    columns.push_back({"per source it.", Table::Align::right, "  "});
  columns.push_back({"lines read+written", Table::Align::right, "  "});
  columns.push_back({"bound by", Table::Align::left, "  "});
  Table table(columns);
  for (std::size_t i = 0; i < memory.levels.size(); ++i) {
    const MemoryLevelFigures &level = memory.levels[i];
    const Colour colour = memory.data_in == static_cast<int>(i) ? Colour::red : Colour::none;
    std::vector<Table::Cell> row = {{one_line(level.name), colour}, {cycles_text(level), colour}};
    if (source_iterations > 0)
      row.push_back({(level.cycles_per_iteration / Cycles(source_iterations)).text()});
    row.push_back({lines_text(level.traffic)});
    row.push_back({one_line(what_bounds(level))});
    table.add_row(std::move(row));
  }
  return table.text(options.colour, options.width);
}

std::string streams_table(const MemoryReport &memory, const RenderOptions &options) {
  Table table({{"stream", Table::Align::left, " "},
               {"use", Table::Align::left, "  "},
               {"step", Table::Align::right, "  "},
               {"lines", Table::Align::right, "  "},
               {"kind", Table::Align::left, "  "}});
  for (const MemoryStream &stream : memory.streams)
    table.add_row({{one_line(stream.array)},
                   {phrase_of_use(stream)},
                   {one_line(phrase_of_step(stream))},
                   {stream.kind == StreamKind::unknown ? "?" : stream.lines_per_iteration.text()},
                   {std::string(name_of(stream.kind))}});
  return table.text(options.colour, options.width);
}

/// What the trip counts say, if that does not determine the level.
std::string remark_on_trips(const MemoryReport &memory) {
  if (!memory.footprint)
    return "";
  std::string beyond;
  for (const MemoryLevelFigures &level : memory.levels)
    if (level.bytes > 0 && memory.footprint->bytes > level.bytes)
      beyond = format_text(", more than {} holds", one_line(level.name));
  return format_text("; {}{}", phrase_of(*memory.footprint), beyond);
}

/// For a loop that no level is known to slow down.
std::string far_away_text(const MemoryReport &memory) {
  const int unknown = memory.unknown_streams();
  const MemoryLevelFigures &last = memory.levels.back();
  if (unknown == 0 && last.lower_bound_only)
    return "the cost of data in farther levels is unknown, because the model has no figures for accesses of this kind";
  if (unknown == 0 && !memory.streams.empty() && last.bytes > 0) // a cache, not the memory itself
    return format_text("data in {} make little difference; the model has no figures for what is farther away",
                       one_line(last.name));
  if (unknown == 0)
    return "data in farther levels make little difference";
  const std::string of =
      unknown == static_cast<int>(memory.streams.size()) ? "" : format_text(" of {}", memory.streams.size());
  return format_text("the cost of data in farther levels is unknown, because the access pattern of {}{} {} is unknown",
                     unknown, of, unknown == 1 && of.empty() ? "stream" : "streams");
}

} // namespace

std::string phrase_of_data(const KernelReport &kernel) {
  if (!kernel.memory || kernel.memory->levels.size() < 2)
    return "";
  const MemoryReport &memory = *kernel.memory;
  if (memory.data_in)
    return format_text("in {}, {}", one_line(memory.levels[at(*memory.data_in)].name),
                       one_line(data_level_reason(memory)));
  const std::string trips = remark_on_trips(memory);
  if (!memory.memory_bound_from)
    return format_text("in L1; {}{}", far_away_text(memory), trips);
  std::string out = format_text("{}{}:", *memory.memory_bound_from == 0 ? "" : "in L1; ",
                                one_line(text_of_memory_bound(memory, "in")));
  for (std::size_t i = at(*memory.memory_bound_from); i < memory.levels.size(); ++i)
    out += format_text("{}{} cycles from {}", i == at(*memory.memory_bound_from) ? " " : ", ",
                       cycles_text(memory.levels[i]), one_line(memory.levels[i].name));
  return out + trips;
}

std::string memory_tables(const KernelReport &kernel, const RenderOptions &options) {
  const MemoryReport &memory = *kernel.memory;
  std::string out = levels_table(kernel, options);
  if (!memory.streams.empty())
    out += "\n" + streams_table(memory, options);
  for (const LayerCondition &condition : memory.layer_conditions)
    out += format_text(" {}\n", wrapped(one_line(phrase_of(condition)), options.width, 3));
  return out;
}

} // namespace osaca
