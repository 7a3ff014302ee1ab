#include "measure/counters/event_list.h"

#include "base/format.h"
#include "base/text.h"
#include "yaml/fields.h"

#include <algorithm>
#include <fstream>

namespace osaca::measure {

namespace {

/// The text after the colon of a line that begins with the key.
std::string value_of_line(std::string_view text, std::string_view key) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    const std::size_t colon = line.find(':');
    std::string_view found = line.substr(0, colon == std::string_view::npos ? 0 : colon);
    while (!found.empty() && (found.back() == ' ' || found.back() == '\t'))
      found.remove_suffix(1);
    if (found == key) {
      const std::size_t value = line.find_first_not_of(" \t", colon + 1);
      return value == std::string_view::npos ? "" : std::string(line.substr(value, 100));
    }
    begin = end + 1;
  }
  return "";
}

int number_of_line(std::string_view text, std::string_view key) {
  constexpr std::size_t most_digits = 6;
  const std::string value = value_of_line(text, key);
  return value.size() <= most_digits ? static_cast<int>(parse_number<unsigned>(value).value_or(0)) : 0;
}

} // namespace

ProcessorIdentity processor_in(std::string_view cpu_info) {
  return {value_of_line(cpu_info, "vendor_id"), number_of_line(cpu_info, "cpu family"),
          number_of_line(cpu_info, "model")};
}

ProcessorIdentity this_processor() {
  std::ifstream file("/proc/cpuinfo");
  std::string text(1U << 14U, '\0'); // large enough for the first processor's lines
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  return processor_in(text);
}

namespace {

constexpr std::uint64_t most_code = 0xff;
constexpr std::uint64_t most_event = 0xfff;
// Bits of the event select register.
constexpr unsigned umask_bit = 8;
constexpr unsigned cmask_bit = 24;
constexpr unsigned event_bits = 8; // further bits are at a higher position
constexpr unsigned high_event_bit = 32;

std::uint64_t code_of(const YamlNode *node, std::string_view key, std::uint64_t most, Problems &problems) {
  if (node == nullptr)
    return 0;
  const auto code = node->kind == YamlNode::Kind::scalar ? code_in(node->text, most) : std::nullopt;
  if (!code)
    problems.add(*node, format_text("'{}' must be a number from 0 to {}", key, most == most_code ? "0xff" : "0xfff"));
  return code.value_or(0);
}

} // namespace

std::optional<std::uint64_t> code_in(std::string_view text, std::uint64_t most) {
  const bool is_hexadecimal = text.starts_with("0x");
  if (is_hexadecimal)
    text.remove_prefix(2);
  const auto value = parse_number<std::uint64_t>(text, is_hexadecimal ? 16 : 10);
  return value && *value <= most ? value : std::nullopt;
}

std::uint64_t raw_config(Fields &fields, Problems &problems) {
  const std::uint64_t event = code_of(fields.require("event"), "event", most_event, problems);
  const std::uint64_t umask = code_of(fields.require("umask"), "umask", most_code, problems);
  const std::uint64_t cmask = code_of(fields.find("cmask"), "cmask", most_code, problems);
  return (event & most_code) | event >> event_bits << high_event_bit | umask << umask_bit | cmask << cmask_bit;
}

namespace {

constexpr std::size_t most_listed_events = 500;
constexpr std::uint64_t most_config = ~std::uint64_t{0};

constexpr std::size_t most_listed_cores = 100;
constexpr int most_number = 4095; // of families and models

/// The system's own number of an event.
std::uint64_t config_of(Fields &fields, Problems &problems) {
  const YamlNode *config = fields.require("config");
  const auto code = config == nullptr ? std::nullopt : code_in(config->text, most_config);
  if (config != nullptr && !code)
    problems.add(*config, "'config' must be a number");
  return code.value_or(0);
}

CounterEvent read_event(const YamlNode &node, Problems &problems) {
  Fields fields(node, "an event", problems);
  CounterEvent made;
  if (fields.require("name") != nullptr)
    made.name = fields.text("name").value_or("");
  const std::string type = fields.text("type").value_or("");
  if (type == "raw") {
    made.type = raw_event_type;
    made.config = raw_config(fields, problems);
  } else if (type == "software" || type == "hardware" || type == "cache") {
    made.type = type == "software" ? software_event_type : type == "hardware" ? hardware_event_type : cache_event_type;
    made.config = config_of(fields, problems);
  } else {
    problems.add(node, "'type' must be software, hardware or cache (with config) or raw (with event and umask)");
  }
  if (const YamlNode *role = fields.find("role")) {
    made.role = stall_role_named(role->text);
    if (!made.role)
      problems.add(*role, "'role' must be cycles, pending_misses, store_buffer, fill_buffers or super_queue");
  }
  fields.refuse_others();
  return made;
}

void read_list(const YamlNode &events, std::vector<CounterEvent> &made, Problems &problems) {
  if (events.kind != YamlNode::Kind::sequence || events.items.empty() || events.items.size() > most_listed_events) {
    problems.add(events, format_text("'events' must be a list of 1 to {} events", most_listed_events));
    return;
  }
  for (const YamlNode &node : events.items) {
    CounterEvent one = read_event(node, problems);
    const auto same = [&](const CounterEvent &other) { return other.name == one.name; };
    if (std::ranges::any_of(made, same))
      problems.add(node, "another event has the same name");
    made.push_back(std::move(one));
  }
}

/// "106", or "16-31".
bool names_model(const YamlNode &node, int model, Problems &problems) {
  const std::size_t dash = node.text.find('-');
  const auto from = code_in(std::string_view(node.text).substr(0, dash), most_number);
  const auto to = dash == std::string::npos ? from : code_in(std::string_view(node.text).substr(dash + 1), most_number);
  if (node.kind != YamlNode::Kind::scalar || !from || !to)
    problems.add(node, "a model must be a number or a range such as 16-31");
  return from && to && model >= 0 && *from <= static_cast<std::uint64_t>(model) &&
         static_cast<std::uint64_t>(model) <= *to;
}

/// Reads the whole entry in any case, so that mistakes are reported on every machine. True: it is for this processor.
bool read_core_events(const YamlNode &node, const ProcessorIdentity &processor, std::vector<CounterEvent> &made,
                      Problems &problems) {
  Fields fields(node, "a core", problems);
  const std::string vendor = fields.text("vendor").value_or("");
  const YamlNode *family_node = fields.require("family");
  const int family =
      family_node == nullptr ? -1 : integer_of(*family_node, "'family'", 0, most_number, problems).value_or(-1);
  if (fields.require("source") != nullptr)
    (void)fields.text("source");
  bool is_it = false;
  if (const YamlNode *models = fields.require("models")) {
    if (models->kind != YamlNode::Kind::sequence)
      problems.add(*models, "'models' must be a list");
    for (const YamlNode &model : models->items)
      is_it = names_model(model, processor.model, problems) || is_it;
  }
  if (const YamlNode *events = fields.require("events"))
    read_list(*events, made, problems);
  fields.refuse_others();
  return is_it && vendor == processor.vendor && family == processor.family;
}

} // namespace

Expected<std::vector<CounterEvent>> read_events(std::string_view text, const std::string &name,
                                                const ProcessorIdentity &processor) {
  YamlLimits limits;
  limits.bytes = 1U << 20U;
  limits.document = "a list of events";
  OSACA_TRY(const auto root, parse_yaml(text, name, limits));
  Problems problems(name);
  Fields fields(root, "a list of events", problems);
  if (fields.text("schema").value_or("") != "osaca-events-1")
    problems.add(root, "'schema' must be osaca-events-1");
  (void)fields.text("source");
  std::vector<CounterEvent> made;
  if (const YamlNode *events = fields.require("events"))
    read_list(*events, made, problems);
  std::vector<CounterEvent> of_processor;
  bool is_known = false;
  if (const YamlNode *cores = fields.find("cores")) {
    if (cores->kind != YamlNode::Kind::sequence || cores->items.size() > most_listed_cores)
      problems.add(*cores, format_text("'cores' must be a list of at most {} cores", most_listed_cores));
    for (const YamlNode &node : cores->items) {
      std::vector<CounterEvent> with_its_own = made;
      if (read_core_events(node, processor, with_its_own, problems) && !is_known) {
        is_known = true;
        of_processor = std::move(with_its_own);
      }
    }
  }
  fields.refuse_others();
  if (problems.any())
    return problems.errors().front();
  return is_known ? of_processor : made;
}

namespace {

constexpr int most_family = 4095;
constexpr int most_model = 4095;
constexpr int most_ports_of_counter = 16;
constexpr std::size_t most_counters = 32;

PortCounter read_port_counter(const YamlNode &node, Problems &problems) {
  Fields fields(node, "a counter", problems);
  PortCounter made;
  made.event.name = fields.text("name").value_or("");
  made.event.type = raw_event_type;
  made.event.config = raw_config(fields, problems);
  if (const YamlNode *ports = fields.require("ports"))
    made.ports = integer_of(*ports, "'ports'", 1, most_ports_of_counter, problems).value_or(1);
  made.may_undercount = fields.truth("may_undercount", false);
  fields.refuse_others();
  return made;
}

/// Whether the entry is for this processor. It is read completely in any case, so that mistakes are reported on every
/// machine.
bool read_core(const YamlNode &node, const ProcessorIdentity &processor, PortCounters &made, Problems &problems) {
  Fields fields(node, "a core", problems);
  const std::string vendor = fields.text("vendor").value_or("");
  const YamlNode *family_node = fields.require("family");
  const int family =
      family_node == nullptr ? -1 : integer_of(*family_node, "'family'", 0, most_family, problems).value_or(-1);
  made.source = fields.text("source").value_or("");
  bool is_it = false;
  if (const YamlNode *models = fields.require("models")) {
    if (models->kind != YamlNode::Kind::sequence)
      problems.add(*models, "'models' must be a list of numbers");
    for (const YamlNode &model : models->items)
      is_it = integer_of(model, "a model", 0, most_model, problems) == processor.model || is_it;
  }
  if (const YamlNode *counters = fields.require("counters")) {
    if (counters->kind != YamlNode::Kind::sequence || counters->items.empty() || counters->items.size() > most_counters)
      problems.add(*counters, format_text("'counters' must be a list of 1 to {} counters", most_counters));
    else
      for (const YamlNode &one : counters->items)
        made.counters.push_back(read_port_counter(one, problems));
  }
  fields.refuse_others();
  return is_it && vendor == processor.vendor && family == processor.family;
}

void read_without(const YamlNode &list, const ProcessorIdentity &processor, PortCounters &found, Problems &problems) {
  for (const YamlNode &node : list.items) {
    Fields fields(node, "a vendor without counters", problems);
    const std::string vendor = fields.text("vendor").value_or("");
    const std::string reason = fields.text("reason").value_or("");
    const std::string source = fields.text("source").value_or("");
    fields.refuse_others();
    if (vendor == processor.vendor)
      found = {{}, source, reason};
  }
}

} // namespace

Expected<PortCounters> port_counters_of(const ProcessorIdentity &processor, std::string_view list,
                                        const std::string &name) {
  YamlLimits limits;
  limits.document = "a list of counters";
  limits.bytes = 1U << 20U;
  OSACA_TRY(const auto root, parse_yaml(list, name, limits));
  Problems problems(name);
  Fields fields(root, "a list of counters", problems);
  const std::string schema = fields.text("schema").value_or("");
  if (schema != "osaca-port-counters-1")
    problems.add(root, "'schema' must be osaca-port-counters-1");
  PortCounters found{{}, "", "no counters of single ports are known for this processor"};
  if (const YamlNode *without = fields.find("without"))
    read_without(*without, processor, found, problems);
  if (const YamlNode *cores = fields.require("cores"))
    for (const YamlNode &node : cores->items) {
      PortCounters one;
      if (read_core(node, processor, one, problems))
        found = std::move(one);
    }
  fields.refuse_others();
  if (problems.any())
    return problems.errors().front();
  return found;
}

} // namespace osaca::measure
