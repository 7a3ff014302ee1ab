// The `core:` part of a model.
#include "model/read_context.h"
#include "model/read_front_end.h"
#include "model/read_schedulers.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace osaca {
namespace {

constexpr std::size_t max_ports = 64;
constexpr std::size_t max_rules = 64; // RuleMatches has one bit per rule

template <class Enum, std::size_t N>
std::optional<Enum> choice_of(const YamlNode &node, const std::pair<std::string_view, Enum> (&choices)[N],
                              Problems &problems, std::string_view key = "kind") {
  std::vector<std::string> names;
  for (const auto &[name, value] : choices) {
    if (node.kind == YamlNode::Kind::scalar && node.text == name)
      return value;
    names.emplace_back(name);
  }
  std::string list;
  for (const std::string &name : names)
    list += (list.empty() ? "" : ", ") + name;
  problems.add(node, "'" + std::string(key) + "' must be one of " + list);
  return std::nullopt;
}

bool is_list(const YamlNode &node, std::string_view what, std::size_t most, Problems &problems) {
  if (node.kind != YamlNode::Kind::sequence) {
    problems.add(node, std::string(what) + " must be a list, not " + std::string(name_of(node.kind)));
    return false;
  }
  if (node.items.size() > most) {
    problems.add(node, std::string(what) + " has more than " + std::to_string(most) + " entries");
    return false;
  }
  return true;
}

std::optional<SourcedCycles> sourced_cycles(Fields &core, std::string_view key, ReadContext &context) {
  const YamlNode *node = core.find(key);
  if (!node)
    return std::nullopt;
  Fields fields(*node, "'" + std::string(key) + "'", context.problems);
  SourcedCycles figure;
  if (const YamlNode *value = fields.require("value"))
    figure.value = cycles_of(*value, "'value'", context.problems).value_or(Cycles(1));
  figure.provenance = context.source(fields);
  fields.refuse_others();
  return figure;
}

std::optional<SourcedCycles> positive_cycles(Fields &core, std::string_view key, ReadContext &context) {
  const std::optional<SourcedCycles> figure = sourced_cycles(core, key, context);
  if (figure && figure->value.is_zero())
    context.problems.add(*core.find(key), "'" + std::string(key) + "' must be more than 0");
  return figure;
}

/// A mapping that may be missing, with a source of its own. `read` gets its fields.
template <class Read>
std::optional<Provenance> read_part(Fields &core, std::string_view key, ReadContext &context, Read read) {
  const YamlNode *node = core.find(key);
  if (!node)
    return std::nullopt;
  Fields fields(*node, "'" + std::string(key) + "'", context.problems);
  read(fields);
  Provenance provenance = context.source(fields);
  fields.refuse_others();
  return provenance;
}

int required_integer(Fields &fields, std::string_view key, int least, int most, ReadContext &context) {
  const YamlNode *node = fields.require(key);
  return node ? integer_of(*node, "'" + std::string(key) + "'", least, most, context.problems).value_or(least) : least;
}

void read_switch(Fields &core, std::string_view key, bool &setting, ReadContext &context) {
  (void)read_part(core, key, context, [&](Fields &fields) {
    if (const YamlNode *value = fields.require("value"))
      setting = truth_of(*value, "'value'", context.problems).value_or(setting);
  });
}

/// `memory_renaming`: the loads that get the stored value without waiting.
void read_renaming(Fields &fields_of_core, Core &core, ReadContext &context) {
  (void)read_part(fields_of_core, "memory_renaming", context, [&](Fields &fields) {
    if (const YamlNode *loads = fields.require("loads"))
      core.renamed_loads = context.patterns(*loads, "'loads'");
    if (const YamlNode *bytes = fields.find("in_place_bytes"))
      core.renamed_in_place_bytes = integer_of(*bytes, "'in_place_bytes'", 1, 64, context.problems).value_or(1);
    if (const YamlNode *only = fields.find("stack_pointer_only"))
      core.renamed_by_stack_pointer_only = truth_of(*only, "'stack_pointer_only'", context.problems).value_or(false);
    if (const YamlNode *others = fields.find("not_in_place"))
      core.not_renamed_in_place = context.patterns(*others, "'not_in_place'");
  });
}

void read_store_commit(Fields &fields_of_core, Core &core, ReadContext &context) {
  StoreCommit commit;
  auto source = read_part(fields_of_core, "store_commit", context, [&](Fields &fields) {
    commit.block_bytes = required_integer(fields, "block_bytes", 1, 4096, context);
    commit.per_cycle = required_integer(fields, "per_cycle", 1, 64, context);
  });
  if (source) {
    commit.provenance = *std::move(source);
    core.store_commit = std::move(commit);
  }
}

void read_line_crossing(Fields &fields_of_core, Core &core, ReadContext &context) {
  LineCrossing crossing;
  auto source = read_part(fields_of_core, "line_crossing", context, [&](Fields &fields) {
    crossing.line_bytes = required_integer(fields, "line_bytes", 1, 4096, context);
    if (const YamlNode *demands = fields.find("vector_ports"))
      crossing.vector_demands = read_demands(*demands, core.ports, context);
    if (const YamlNode *demands = fields.find("whole_line_ports"))
      crossing.whole_line_demands = read_demands(*demands, core.ports, context);
    if (const YamlNode *bytes = fields.find("vector_part_bytes"))
      crossing.vector_part_bytes = integer_of(*bytes, "'vector_part_bytes'", 1, 4096, context.problems).value_or(64);
  });
  if (source) {
    crossing.provenance = *std::move(source);
    core.line_crossing = std::move(crossing);
  }
}

void read_stack_sync(Fields &fields_of_core, Core &core, ReadContext &context) {
  StackSync sync;
  auto source = read_part(fields_of_core, "stack_sync", context, [&](Fields &fields) {
    if (const YamlNode *demands = fields.require("ports"))
      sync.demands = read_demands(*demands, core.ports, context);
    sync.dispatch_slots = fields.cycles("slots", 1);
    sync.latency_cycles = fields.cycles("latency", 1);
  });
  if (source) {
    sync.provenance = *std::move(source);
    core.stack_sync = std::move(sync);
  }
}

bool is_port_name(const std::string &name) {
  return !name.empty() && name.size() <= 16 &&
         std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '.'; });
}

Port read_port(const YamlNode &node, ReadContext &context) {
  static constexpr std::pair<std::string_view, PortKind> kinds[] = {{"execution", PortKind::execution},
                                                                    {"load", PortKind::load},
                                                                    {"store", PortKind::store},
                                                                    {"divider", PortKind::divider}};
  Fields fields(node, "a port", context.problems);
  Port port;
  if (const YamlNode *name = fields.require("name")) {
    port.name = text_of(*name, "'name'", context.problems).value_or("");
    if (!port.name.empty() && !is_port_name(port.name))
      context.problems.add(*name, "a port's name has 1 to 16 letters, digits, '_' or '.'");
  }
  if (const YamlNode *kind = fields.find("kind"))
    port.kind = choice_of(*kind, kinds, context.problems).value_or(PortKind::execution);
  fields.refuse_others();
  return port;
}

// Costs of an inherited form name ports by number, so a model that extends another may only add ports at the end.
void check_prefix(const YamlNode &node, const std::vector<Port> &inherited, const std::vector<Port> &ports,
                  Problems &problems) {
  for (std::size_t i = 0; i < inherited.size(); ++i)
    if (i >= ports.size() || ports[i].name != inherited[i].name) {
      problems.add(node, "'ports' must begin with those of the extended model in their order; number " +
                             std::to_string(i + 1) + " there is '" + inherited[i].name + "'");
      return;
    }
}

void read_ports(const YamlNode &node, Core &core, ReadContext &context) {
  if (!is_list(node, "'ports'", max_ports, context.problems))
    return;
  std::vector<Port> ports;
  std::set<std::string> names;
  for (const YamlNode &item : node.items) {
    ports.push_back(read_port(item, context));
    if (!ports.back().name.empty() && !names.insert(ports.back().name).second)
      context.problems.add(item, "port '" + ports.back().name + "' is listed twice");
  }
  if (ports.empty())
    context.problems.add(node, "'ports' is empty");
  check_prefix(node, core.ports, ports, context.problems);
  core.ports = std::move(ports);
}

MemoryAccessCost read_access(const YamlNode &node, bool is_load, const Core &core, ReadContext &context) {
  static constexpr std::pair<std::string_view, RegisterKind> kinds[] = {{"gpr", RegisterKind::gpr},
                                                                        {"vector", RegisterKind::vector}};
  static constexpr std::pair<std::string_view, IndexedForms> indexed_forms[] = {
      {"all", IndexedForms::all}, {"scaled_or_displaced", IndexedForms::scaled_or_displaced}};
  Fields fields(node, is_load ? "an entry of 'loads'" : "an entry of 'stores'", context.problems);
  MemoryAccessCost access;
  if (const YamlNode *kind = fields.require("kind"))
    access.kind = choice_of(*kind, kinds, context.problems).value_or(RegisterKind::gpr);
  if (const YamlNode *width = fields.require("max_bits"))
    access.max_width_bits = integer_of(*width, "'max_bits'", 8, 65536, context.problems).value_or(64);
  if (const YamlNode *ports = fields.require("ports"))
    access.demands = read_demands(*ports, core.ports, context);
  if (const YamlNode *ports = fields.find("indexed_ports"))
    access.indexed_demands = read_demands(*ports, core.ports, context);
  access.dispatch_slots = fields.cycles("slots", 0);
  if (is_load) {
    if (const YamlNode *latency = fields.require("latency"))
      access.latency_cycles = cycles_of(*latency, "'latency'", context.problems).value_or(Cycles(0));
    access.indexed_extra_cycles = fields.cycles("indexed_extra", 0);
    if (const YamlNode *which = fields.find("indexed_extra_for"))
      access.indexed_extra_for =
          choice_of(*which, indexed_forms, context.problems, "indexed_extra_for").value_or(IndexedForms::all);
  } else if (const YamlNode *forward = fields.require("forward")) {
    access.forward_cycles = cycles_of(*forward, "'forward'", context.problems).value_or(Cycles(0));
    access.failed_forward_cycles = fields.cycles("failed_forward", 0);
  }
  access.provenance = context.source(fields);
  fields.refuse_others();
  return access;
}

void read_accesses(Fields &fields, std::string_view key, const Core &core, bool required,
                   std::vector<MemoryAccessCost> &accesses, ReadContext &context) {
  const YamlNode *node = required ? fields.require(key) : fields.find(key);
  if (!node || !is_list(*node, "'" + std::string(key) + "'", max_rules, context.problems))
    return;
  accesses.clear();
  for (const YamlNode &item : node->items) {
    MemoryAccessCost access = read_access(item, key == "loads", core, context);
    const bool twice = std::any_of(accesses.begin(), accesses.end(), [&](const MemoryAccessCost &other) {
      return other.kind == access.kind && other.max_width_bits == access.max_width_bits;
    });
    if (twice)
      context.problems.add(item, "a second entry of the same 'kind' and 'max_bits' in '" + std::string(key) + "'");
    accesses.push_back(std::move(access));
  }
  std::stable_sort(accesses.begin(), accesses.end(), [](const MemoryAccessCost &a, const MemoryAccessCost &b) {
    return a.max_width_bits < b.max_width_bits;
  });
}

FusionRule read_fusion(const YamlNode &node, ReadContext &context) {
  Fields fields(node, "a fusion rule", context.problems);
  FusionRule rule;
  if (const YamlNode *first = fields.require("first"))
    rule.first = context.patterns(*first, "'first'");
  if (const YamlNode *second = fields.require("second"))
    rule.second = context.patterns(*second, "'second'");
  if (const YamlNode *mnemonics = fields.find("second_mnemonic"))
    for (const YamlNode *word : words_of(*mnemonics, "'second_mnemonic'", context.problems))
      rule.second_mnemonic.push_back(word->text);
  rule.first_may_load = fields.truth("first_may_load", false);
  rule.first_may_have_immediate_and_memory = fields.truth("first_may_have_immediate_and_memory", false);
  rule.first_may_have_immediate_and_displacement = fields.truth("first_may_have_immediate_and_displacement", true);
  rule.load_takes_slot = fields.truth("load_takes_slot", false);
  rule.provenance = context.source(fields);
  fields.refuse_others();
  return rule;
}

IdiomRule read_idiom(const YamlNode &node, ReadContext &context) {
  static constexpr std::pair<std::string_view, IdiomRule::Kind> kinds[] = {{"zero", IdiomRule::Kind::zero},
                                                                           {"ones", IdiomRule::Kind::ones},
                                                                           {"move", IdiomRule::Kind::move},
                                                                           {"nop", IdiomRule::Kind::nop},
                                                                           {"flags", IdiomRule::Kind::flags}};
  Fields fields(node, "an idiom", context.problems);
  IdiomRule rule;
  if (const YamlNode *kind = fields.require("kind"))
    rule.kind = choice_of(*kind, kinds, context.problems).value_or(IdiomRule::Kind::zero);
  if (const YamlNode *match = fields.require("match"))
    rule.match = context.patterns(*match, "'match'");
  rule.eliminated = fields.truth("eliminated", true);
  rule.onto_itself = fields.truth("onto_itself", true);
  rule.provenance = context.source(fields);
  fields.refuse_others();
  return rule;
}

template <class Rule, class Read>
void read_rules(Fields &fields, std::string_view key, std::vector<Rule> &rules, Read read, ReadContext &context) {
  const YamlNode *node = fields.find(key);
  if (!node || !is_list(*node, "'" + std::string(key) + "'", max_rules, context.problems))
    return;
  rules.clear();
  for (const YamlNode &item : node->items)
    rules.push_back(read(item, context));
}

} // namespace

void read_core(const YamlNode &node, Core &core, bool complete, ReadContext &context) {
  Fields fields(node, "'core'", context.problems);
  if (const YamlNode *ports = complete ? fields.require("ports") : fields.find("ports"))
    read_ports(*ports, core, context);
  if (complete)
    (void)fields.require("dispatch_width");
  if (auto figure = positive_cycles(fields, "dispatch_width", context))
    core.dispatch_width = *figure;
  if (auto figure = positive_cycles(fields, "taken_branch_cycles", context))
    core.taken_branch_cycles = *figure;
  if (auto figure = positive_cycles(fields, "reorder_buffer", context))
    core.reorder_buffer = *figure;
  if (auto figure = sourced_cycles(fields, "address_update_cycles", context))
    core.address_update_cycles = *figure;
  read_switch(fields, "stack_engine", core.stack_engine, context);
  read_stack_sync(fields, core, context);
  read_store_commit(fields, core, context);
  read_line_crossing(fields, core, context);
  read_renaming(fields, core, context);
  read_front_end(fields, core, context);
  read_address_aliasing(fields, core, context);
  read_switch(fields, "high_bytes_apart", core.high_bytes_apart, context);
  read_accesses(fields, "loads", core, complete, core.loads, context);
  read_accesses(fields, "stores", core, complete, core.stores, context);
  read_schedulers(fields, core, context);
  if (auto figure = positive_cycles(fields, "retire_width", context))
    core.retire_width = *figure;
  read_rules(fields, "fusion", core.fusion, read_fusion, context);
  read_rules(fields, "idioms", core.idioms, read_idiom, context);
  fields.refuse_others();
}

} // namespace osaca
