#include "base/text.h"
#include "measure/counters/recording.h"

#include "base/format.h"
#include "yaml/fields.h"

#include <algorithm>
#include <cmath>

namespace osaca::measure {
namespace {

constexpr std::size_t most_recorded_events = 500;
constexpr std::size_t most_recorded_workloads = 2000;
constexpr std::size_t most_recorded_terms = 20;
constexpr std::size_t most_recorded_parts = 50;
constexpr std::size_t most_recorded_pairs = 2000;
constexpr std::size_t most_recorded_programs = 500;
constexpr double most_recorded = 1e18;
constexpr double least_recorded = 1e-12; // for values next to zero, so that quotients stay finite
constexpr std::size_t longest_name = 200;
constexpr int most_term_factor = 1000;

std::optional<double> figure_of(const YamlNode &node, std::string_view what, Problems &problems) {
  const auto value = parse_number<double>(node.text);
  const bool is_number = node.kind == YamlNode::Kind::scalar && value;
  if (is_number && (*value == 0 || (*value >= least_recorded && *value <= most_recorded)))
    return std::abs(*value); // not -0
  problems.add(node, format_text("'{}' must be 0 or a number from 1e-12 to 1e18", what));
  return std::nullopt;
}

/// Names that can be written and read again unchanged.
bool is_name(std::string_view text) {
  return !text.empty() && text.size() <= longest_name &&
         std::ranges::all_of(text, [](char c) { return c >= 0x20 && c <= 0x7e; });
}

std::string name_at(Fields &fields, std::string_view key, Problems &problems) {
  const YamlNode *node = fields.find(key);
  if (node == nullptr)
    return "";
  if (node->kind == YamlNode::Kind::scalar && is_name(node->text))
    return node->text;
  problems.add(*node, format_text("'{}' must be 1 to {} printable characters", key, longest_name));
  return "";
}

double figure_at(Fields &fields, std::string_view key, Problems &problems) {
  const YamlNode *node = fields.find(key);
  return node == nullptr ? 0 : figure_of(*node, key, problems).value_or(0);
}

/// The items of a list that is not too long.
const std::vector<YamlNode> *items_at(Fields &fields, std::string_view key, std::size_t most, Problems &problems) {
  const YamlNode *node = fields.find(key);
  if (node == nullptr)
    return nullptr;
  if (node->kind == YamlNode::Kind::sequence && node->items.size() <= most)
    return &node->items;
  problems.add(*node, format_text("'{}' must be a list of at most {} items", key, most));
  return nullptr;
}

class RecordingReader {
public:
  RecordingReader(const YamlNode &root, const std::string &name) : root_(root), problems_(name) {}

  Expected<CounterRecording> read() {
    Fields fields(root_, "a recording", problems_);
    if (fields.text("schema").value_or("") != "osaca-counter-recording-1")
      problems_.add(root_, "'schema' must be osaca-counter-recording-1");
    made_.machine = name_at(fields, "machine", problems_);
    made_.source = name_at(fields, "source", problems_);
    if (const auto *workloads = items_at(fields, "workloads", most_recorded_workloads, problems_))
      for (const YamlNode &node : *workloads)
        workload(node);
    if (const auto *formulas = items_at(fields, "formulas", most_recorded_events, problems_))
      for (const YamlNode &node : *formulas)
        formula(node);
    if (const auto *chases = items_at(fields, "chases", most_recorded_events, problems_))
      for (const YamlNode &node : *chases)
        chase(node);
    if (const auto *roles = items_at(fields, "roles", most_recorded_events, problems_))
      for (const YamlNode &node : *roles)
        role(node);
    if (const auto *pairs = items_at(fields, "exclusive", most_recorded_pairs, problems_))
      for (const YamlNode &node : *pairs)
        pair(node);
    if (const auto *programs = items_at(fields, "programs", most_recorded_programs, problems_))
      for (const YamlNode &node : *programs)
        program(node);
    fields.refuse_others();
    for (std::vector<std::optional<double>> &row : made_.matrix.counts)
      row.resize(made_.matrix.events.size());
    if (problems_.any())
      return problems_.errors().front();
    return std::move(made_);
  }

private:
  void workload(const YamlNode &node) {
    Fields fields(node, "a workload", problems_);
    StressWorkload made;
    if (fields.require("name") != nullptr)
      made.name = name_at(fields, "name", problems_);
    const bool is_known = std::ranges::any_of(made_.matrix.workloads,
                                              [&](const StressWorkload &other) { return other.name == made.name; });
    if (is_known)
      problems_.add(node, "another workload has the same name");
    made.resource = name_at(fields, "resource", problems_);
    made.access = name_at(fields, "access", problems_);
    made.units = figure_at(fields, "units", problems_);
    made.bytes = figure_at(fields, "bytes", problems_);
    made.bytes_per_unit = figure_at(fields, "bytes_per_unit", problems_);
    made.seconds = figure_at(fields, "seconds", problems_);
    made.cycles = figure_at(fields, "cycles", problems_);
    made.through = parts_at(fields);
    made.unknown_resources = resources_at(fields);
    made_.matrix.workloads.push_back(std::move(made));
    made_.matrix.counts.emplace_back();
    if (const YamlNode *counts = fields.require("counts")) {
      if (counts->kind != YamlNode::Kind::map)
        problems_.add(*counts, "'counts' must be a map of events and numbers");
      for (const YamlEntry &entry : counts->entries)
        count(entry);
    }
    fields.refuse_others();
  }

  std::vector<CountedPart> parts_at(Fields &fields) {
    std::vector<CountedPart> made;
    if (const auto *parts = items_at(fields, "through", most_recorded_parts, problems_))
      for (const YamlNode &node : *parts) {
        Fields part(node, "a part", problems_);
        if (part.require("resource") != nullptr)
          made.push_back({name_at(part, "resource", problems_), name_at(part, "access", problems_)});
        part.refuse_others();
      }
    return made;
  }

  std::vector<std::string> resources_at(Fields &fields) {
    std::vector<std::string> made;
    if (const auto *resources = items_at(fields, "untold", most_recorded_parts, problems_))
      for (const YamlNode &node : *resources) {
        made.push_back(node.text);
        if (node.kind != YamlNode::Kind::scalar || !is_name(node.text))
          problems_.add(node, "a resource must have a printable name");
      }
    return made;
  }

  void count(const YamlEntry &entry) {
    const auto figure = figure_of(entry.value, "counts", problems_);
    auto event = made_.matrix.event_named(entry.key.text);
    if (!event) {
      if (made_.matrix.events.size() == most_recorded_events || !is_name(entry.key.text)) {
        problems_.add(entry.key,
                      format_text("an event must have a printable name, and the number of events must not exceed {}",
                                  most_recorded_events));
        return;
      }
      event = made_.matrix.events.size();
      made_.matrix.events.push_back(entry.key.text);
    }
    auto &row = made_.matrix.counts.back();
    row.resize(std::max(row.size(), *event + 1));
    row[*event] = figure;
  }

  void formula(const YamlNode &node) {
    Fields fields(node, "a formula", problems_);
    EventFormula made;
    made.name = name_at(fields, "name", problems_);
    if (const YamlNode *terms = fields.require("terms")) {
      if (terms->kind != YamlNode::Kind::map || terms->entries.empty() || terms->entries.size() > most_recorded_terms)
        problems_.add(*terms, format_text("'terms' must be a map of 1 to {} events and factors", most_recorded_terms));
      for (const YamlEntry &entry : terms->entries) {
        if (!is_name(entry.key.text))
          problems_.add(entry.key, "an event must have a printable name");
        made.terms.push_back({factor(entry.value), entry.key.text});
      }
    }
    fields.refuse_others();
    made_.formulas.push_back(std::move(made));
  }

  int factor(const YamlNode &node) {
    const auto value = parse_number<int>(node.text);
    if (!value || *value < -most_term_factor || *value > most_term_factor)
      problems_.add(node, "a factor must be a whole number from -1000 to 1000");
    return value.value_or(0);
  }

  void chase(const YamlNode &node) {
    Fields fields(node, "a chase", problems_);
    RecordedChase made;
    if (fields.require("event") != nullptr)
      made.event = name_at(fields, "event", problems_);
    made.level = name_at(fields, "level", problems_);
    ChaseCounts &counts = made.counts;
    counts.latency_cycles = figure_at(fields, "latency_cycles", problems_);
    counts.chase = figure_at(fields, "chase", problems_);
    counts.with_independent = figure_at(fields, "with_independent", problems_);
    counts.independent_cycles = figure_at(fields, "independent_cycles", problems_);
    counts.with_dependent = figure_at(fields, "with_dependent", problems_);
    counts.dependent_cycles = figure_at(fields, "dependent_cycles", problems_);
    fields.refuse_others();
    made_.chases.push_back(std::move(made));
  }

  void role(const YamlNode &node) {
    Fields fields(node, "a role", problems_);
    RoledEvent made;
    if (fields.require("event") != nullptr)
      made.event = name_at(fields, "event", problems_);
    const YamlNode *role = fields.require("role");
    const auto known = role == nullptr ? std::nullopt : stall_role_named(role->text);
    if (role != nullptr && !known)
      problems_.add(*role, "'role' must be cycles, pending_misses, store_buffer, fill_buffers or super_queue");
    made.role = known.value_or(StallRole::cycles);
    fields.refuse_others();
    made_.roles.push_back(std::move(made));
  }

  void pair(const YamlNode &node) {
    Fields fields(node, "a pair of events", problems_);
    ExclusivePair made;
    if (fields.require("first") != nullptr && fields.require("second") != nullptr) {
      made.first = name_at(fields, "first", problems_);
      made.second = name_at(fields, "second", problems_);
    }
    made.reason = name_at(fields, "reason", problems_);
    fields.refuse_others();
    made_.exclusive.push_back(std::move(made));
  }

  void program(const YamlNode &node) {
    Fields fields(node, "a program", problems_);
    RecordedProgram made;
    if (fields.require("command") != nullptr)
      made.command = name_at(fields, "command", problems_);
    made.seconds = figure_at(fields, "seconds", problems_);
    if (const YamlNode *counts = fields.require("counts")) {
      if (counts->kind != YamlNode::Kind::map || counts->entries.size() > most_recorded_events)
        problems_.add(*counts, "'counts' must be a map of events and numbers");
      for (const YamlEntry &entry : counts->entries) {
        if (!is_name(entry.key.text))
          problems_.add(entry.key, "an event must have a printable name");
        made.counts.emplace_back(entry.key.text, figure_of(entry.value, "counts", problems_).value_or(0));
      }
    }
    fields.refuse_others();
    made_.programs.push_back(std::move(made));
  }

  const YamlNode &root_;
  Problems problems_;
  CounterRecording made_;
};

} // namespace

Expected<CounterRecording> read_recording(std::string_view text, const std::string &name) {
  YamlLimits limits;
  limits.bytes = 4U << 20U;
  limits.nodes = 200'000;
  limits.document = "a recording of counters";
  OSACA_TRY(const auto root, parse_yaml(text, name, limits));
  return RecordingReader(root, name).read();
}

} // namespace osaca::measure
