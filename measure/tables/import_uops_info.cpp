// uops.info's instructions.xml: for each instruction its operands, and for each core the throughput and the latency
// from operand to operand. Latencies to memory are left out: they are those of a round trip with an unknown load.
#include "base/format.h"
#include "base/index.h"
#include "measure/tables/example_forms.h"
#include "measure/tables/import.h"

#include <pugixml.hpp>

#include <algorithm>
#include <cstring>
#include <map>

namespace osaca::measure {
namespace {

class LineIndex {
public:
  explicit LineIndex(std::string_view text) {
    for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
      ends_.push_back(static_cast<std::ptrdiff_t>(at));
  }
  [[nodiscard]] int line(std::ptrdiff_t offset) const {
    return static_cast<int>(std::lower_bound(ends_.begin(), ends_.end(), offset) - ends_.begin()) + 1;
  }

private:
  std::vector<std::ptrdiff_t> ends_;
};

bool is_set(const pugi::xml_node &node, const char *name) {
  return std::strcmp(node.attribute(name).value(), "1") == 0;
}

/// One of the registers that an operand may be; for EVEX instructions one that only newer encodings have.
std::string chosen_register(const std::string &list, std::size_t which, bool from_the_end) {
  std::vector<std::string> names;
  for (std::size_t at = 0; at <= list.size() && names.size() < 64;) {
    const std::size_t comma = std::min(list.find(',', at), list.size());
    names.push_back(list.substr(at, comma - at));
    at = comma + 1;
  }
  const std::size_t place = std::min(which, names.size() - 1);
  return names[from_the_end ? names.size() - 1 - place : place];
}

struct Text {
  std::string assembly;
  std::vector<int> explicit_indices; ///< `idx` of the operands in the order of the text
};

/// Empty: the text of the instruction cannot be built from the file.
std::optional<Text> text_of_entry(const pugi::xml_node &entry) {
  std::string mnemonic = entry.attribute("asm").value();
  if (is_set(entry, "roundc") || is_set(entry, "sae") || is_set(entry, "locked") || mnemonic.empty())
    return std::nullopt;
  if (mnemonic.front() == '{') // a request for a certain encoding
    mnemonic.erase(0, std::min(mnemonic.find('}'), mnemonic.size() - 1) + 1);
  Text made;
  made.assembly = mnemonic;
  std::size_t count = 0;
  for (const pugi::xml_node operand : entry.children("operand")) {
    if (is_set(operand, "suppressed"))
      continue;
    const std::string type = operand.attribute("type").value();
    const std::string content = operand.text().get();
    std::string text;
    if (type == "reg")
      text = chosen_register(content, content.find(',') == std::string::npos ? 0 : count, is_set(entry, "evex"));
    else if (type == "mem")
      text = format_text("{} [R13]{}", operand.attribute("memory-prefix").value(),
                         operand.attribute("memory-suffix").value());
    else if (type == "imm")
      text = content.empty() ? (std::strcmp(operand.attribute("width").value(), "8") == 0 ? "4" : "1000") : content;
    else
      return std::nullopt;
    made.explicit_indices.push_back(operand.attribute("idx").as_int(-1));
    if (is_set(entry, "mask") && count == 1) // written after the first operand
      made.assembly += " {" + text + "}" + (is_set(entry, "zeroing") ? " {z}" : "");
    else
      made.assembly += (count == 0 ? " " : ", ") + text;
    if (++count > 8)
      return std::nullopt;
  }
  return made;
}

/// Maps `idx` of the file to our operand.
std::map<int, std::string> places_of(const pugi::xml_node &entry, const Text &text, const MeasuredForm &form) {
  std::vector<std::size_t> explicit_operands;
  std::map<int, std::string> places;
  for (std::size_t i = 0; i < form.operands.size(); ++i)
    if (!form.operands[i].implicit)
      explicit_operands.push_back(i);
  if (explicit_operands.size() != text.explicit_indices.size())
    return places;
  for (std::size_t i = 0; i < explicit_operands.size(); ++i)
    places[text.explicit_indices[i]] = std::to_string(explicit_operands[i]);
  for (const pugi::xml_node operand : entry.children("operand"))
    if (std::strcmp(operand.attribute("type").value(), "flags") == 0)
      for (std::size_t i = 0; i < form.operands.size(); ++i)
        if (form.operands[i].kind == "flags")
          places[operand.attribute("idx").as_int(-1)] = std::to_string(i);
  return places;
}

void add_latency(MeasuredForm &form, const std::map<int, std::string> &places, const pugi::xml_node &latency) {
  const auto from = places.find(latency.attribute("start_op").as_int(-2));
  const auto to = places.find(latency.attribute("target_op").as_int(-2));
  if (from == places.end() || to == places.end())
    return;
  const auto kind = [&](const std::string &place) -> const std::string & {
    return form.operands[at(std::stoi(place))].kind;
  };
  if (kind(to->second) == "memory")
    return;
  const bool from_memory = kind(from->second) == "memory";
  const char *key = from_memory ? "cycles_addr" : "cycles";
  const char *bound = from_memory ? "cycles_addr_is_upper_bound" : "cycles_is_upper_bound";
  auto low = cycles_in(latency.attribute(key).value());
  auto high = low;
  if (!low && !from_memory) {
    low = cycles_in(latency.attribute("min_cycles").value());
    high = cycles_in(latency.attribute("max_cycles").value());
  }
  if (!low || !high || *high < *low)
    return;
  MeasuredLatency made = plain_latency(from->second + (from_memory ? ".base" : ""), to->second, (*low + *high) / 2);
  made.spread = *high > 0 ? (*high - *low) / made.cycles : 0;
  made.is_bound = is_set(latency, bound);
  form.latencies.push_back(std::move(made));
}

std::optional<double> throughput_of(const pugi::xml_node &measurement) {
  std::optional<double> best;
  for (const char *key : {"TP_loop", "TP_unrolled", "TP"})
    if (const auto cycles = cycles_in(measurement.attribute(key).value()); cycles && (!best || *cycles < *best))
      best = cycles;
  return best;
}

/// The core whose figures are imported. Error: there are several and none was named.
Expected<std::string> architecture_of(const std::vector<pugi::xml_node> &entries, const ImportSource &source) {
  std::map<std::string, int> names;
  for (const pugi::xml_node &entry : entries)
    for (const pugi::xml_node one : entry.children("architecture"))
      if (one.child("measurement") && names.size() < 100)
        ++names[std::string(one.attribute("name").value()).substr(0, 20)];
  if (!source.architecture.empty() && names.contains(source.architecture))
    return source.architecture;
  std::string list;
  for (const auto &[name, count] : names)
    list += (list.empty() ? "" : ", ") + name;
  if (source.architecture.empty() && names.size() == 1)
    return names.begin()->first;
  return Error{source.architecture.empty() ? "the file has several cores; select one with --architecture: " + list
                                           : "the file has no measurements of this architecture; it has: " + list,
               {source.name, 0, 0}};
}

} // namespace

Expected<Imported> import_uops_info(const ImportSource &source) {
  pugi::xml_document document;
  const LineIndex lines(source.text);
  const pugi::xml_parse_result parsed = document.load_buffer(source.text.data(), source.text.size());
  if (!parsed)
    return Error{std::string("invalid XML: ") + parsed.description(), {source.name, lines.line(parsed.offset), 0}};
  std::vector<pugi::xml_node> entries;
  for (const pugi::xml_node extension : document.child("root").children("extension"))
    for (const pugi::xml_node entry : extension.children("instruction"))
      entries.push_back(entry);
  if (entries.empty())
    return Error{"not the table of uops.info: there is no <root><extension><instruction>", {source.name, 1, 0}};
  OSACA_TRY(const std::string architecture, architecture_of(entries, source));
  OSACA_TRY(OpcodeFinder finder, OpcodeFinder::create(Isa::x86_64));
  Imported made;
  made.file.machine = {architecture, "x86-64", "", "", "uops.info, imported"};
  std::map<std::string, int> seen;
  for (const pugi::xml_node &entry : entries) {
    const pugi::xml_node measurement =
        entry.find_child_by_attribute("architecture", "name", architecture.c_str()).child("measurement");
    if (!measurement)
      continue;
    const auto text = text_of_entry(entry);
    const auto instruction = text ? finder.find(text->assembly, true) : std::nullopt;
    const std::string name = std::string(entry.attribute("string").value()).substr(0, 80);
    if (!instruction || seen[instruction->opcode]++ > 0) {
      made.unmapped.push_back(
          {name + (instruction ? format_text(": an earlier entry has the same opcode ({})", instruction->opcode)
                               : ": the assembler rejects it"),
           {source.name, lines.line(entry.offset_debug()), 0}});
      continue;
    }
    MeasuredForm form = record_of(*instruction, Isa::x86_64);
    if (const auto cycles = throughput_of(measurement))
      form.throughput = {plain_throughput(*cycles)};
    const auto places = places_of(entry, *text, form);
    for (const pugi::xml_node latency : measurement.children("latency"))
      add_latency(form, places, latency);
    made.file.forms.push_back(std::move(form));
  }
  return made;
}

} // namespace osaca::measure
