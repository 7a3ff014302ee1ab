#include "measure/compose/result_files.h"

#include "base/format.h"
#include "base/text.h"
#include "measure/ports/ports_file.h"

#include <algorithm>
#include <cmath>

namespace osaca::measure::compose {

Expected<YamlNode> parse_result(std::string_view text, const std::string &name, std::string_view schema) {
  const std::string first_line = format_text("schema: {}\n", schema);
  if (!text.starts_with(first_line))
    return Error{format_text("the first line is not '{}'", first_line.substr(0, first_line.size() - 1)), {name, 1, 0}};
  if (text.back() != '\n')
    return Error{"the file is cut off: its last line is incomplete", {name, 0, 0}};
  YamlLimits limits;
  limits.document = "a file of measurements";
  return parse_yaml(text, name, limits);
}

std::optional<double> number_at(const YamlNode &node, std::string_view key) {
  const auto value = parse_number<double>(text_at(node, key));
  return value && std::isfinite(*value) ? value : std::nullopt;
}

Expected<MeasuredMachine> machine_of(const YamlNode &root, const std::string &name) {
  const YamlNode *node = child(root, "machine");
  if (node == nullptr)
    return Error{"the entry 'machine' is missing", {name, 0, 0}};
  MeasuredMachine machine{text_at(*node, "cpu"), text_at(*node, "isa"), text_at(*node, "llvm_cpu"),
                          text_at(*node, "date"), text_at(*node, "method")};
  if (machine.cpu.empty() || machine.isa.empty() || machine.llvm_cpu.empty())
    return Error{"'machine' must have cpu, isa and llvm_cpu", {name, node->line, 0}};
  return machine;
}

namespace {

using core_probes::ProbeFinding;

Expected<ProbeFinding> finding_of(const YamlNode &node, const std::string &name) {
  ProbeFinding made;
  made.name = text_at(node, "name");
  made.unit = text_at(node, "unit");
  const YamlNode *value = child(node, "value");
  if (made.name.empty() || value == nullptr || made.unit.empty())
    return Error{"a finding must have name, value and unit", {name, node.line, 0}};
  if (made.unit == core_probes::yes_or_no && (value->text == "yes" || value->text == "no"))
    made.value = value->text == "yes" ? 1 : 0;
  else if (value->kind != YamlNode::Kind::null && value->text != "null") {
    made.value = number_at(node, "value");
    if (!made.value)
      return Error{"'value' must be a number, \"yes\", \"no\" or null", {name, value->line, 0}};
  }
  made.spread = number_at(node, "spread").value_or(0);
  made.concluded = text_at(node, "concluded");
  made.is_unstable = text_at(node, "unstable") == "true";
  made.subject = text_at(node, "code");
  if (const YamlNode *cases = child(node, "holds_with"))
    for (const YamlNode &one : cases->items)
      made.holds_with.push_back(one.text);
  return made;
}

} // namespace

const ProbeFinding *StructureFindings::find(std::string_view name) const {
  const auto found = findings_.find(name);
  return found == findings_.end() ? nullptr : &found->second;
}

std::optional<double> StructureFindings::number(std::string_view name) const {
  constexpr double beyond_all = 1e6; // no core has as many of anything
  const ProbeFinding *found = find(name);
  const bool is_plausible = found != nullptr && found->value && *found->value >= 0 && *found->value < beyond_all;
  return is_plausible ? found->value : std::nullopt;
}

std::optional<bool> StructureFindings::truth(std::string_view name) const {
  const auto value = number(name);
  return value ? std::optional(*value > 0) : std::nullopt;
}

Expected<StructureFindings> read_structure(std::string_view text, const std::string &name) {
  OSACA_TRY(const auto root, parse_result(text, name, "osaca-structure-1"));
  OSACA_TRY(auto machine, machine_of(root, name));
  const YamlNode *list = child(root, "findings");
  if (list == nullptr || list->items.empty())
    return Error{"the file contains no findings", {name, 0, 0}};
  std::map<std::string, ProbeFinding, std::less<>> findings;
  for (const YamlNode &node : list->items) {
    OSACA_TRY(auto finding, finding_of(node, name));
    std::string key = finding.name;
    findings.insert_or_assign(std::move(key), std::move(finding));
  }
  return StructureFindings(std::move(machine), std::move(findings));
}

namespace {

using core_probes::ProbeFinding;

/// The findings with a value, in the order of the runs.
std::vector<const ProbeFinding *> telling(const std::vector<StructureFindings> &runs, const std::string &name) {
  std::vector<const ProbeFinding *> determined;
  for (const StructureFindings &run : runs)
    if (const ProbeFinding *one = run.find(name); one != nullptr && one->value)
      determined.push_back(one);
  const auto is_steady = [](const ProbeFinding *one) { return !one->is_unstable; };
  if (std::ranges::any_of(determined, is_steady))
    std::erase_if(determined, [&](const ProbeFinding *one) { return !is_steady(one); });
  return determined;
}

ProbeFinding majority(const std::vector<const ProbeFinding *> &determined) {
  const auto says_yes = [](const ProbeFinding *one) { return *one->value > 0.5; };
  const auto yes = 2 * std::ranges::count_if(determined, says_yes);
  const auto all = static_cast<std::ptrdiff_t>(determined.size());
  if (yes == all) {
    ProbeFinding undetermined = *determined.front();
    undetermined.value.reset();
    undetermined.concluded = "runs disagree";
    return undetermined;
  }
  return **std::ranges::find_if(determined, [&](const ProbeFinding *one) { return says_yes(one) == (yes > all); });
}

ProbeFinding middle(std::vector<const ProbeFinding *> determined) {
  if (determined.size() < 3)
    return *determined.front();
  const auto place = determined.begin() + static_cast<std::ptrdiff_t>((determined.size() - 1) / 2);
  std::nth_element(determined.begin(), place, determined.end(),
                   [](const ProbeFinding *a, const ProbeFinding *b) { return *a->value < *b->value; });
  return **place;
}

} // namespace

std::set<std::string> probes_in_doubt(const StructureFindings &first, const StructureFindings &second) {
  constexpr double agreement = 0.1; // of numbers
  std::set<std::string> probes;
  for (const auto &[name, one] : first.all()) {
    const ProbeFinding *other = second.find(name);
    if (other == nullptr || !one.value || !other->value)
      continue;
    const double apart = std::abs(*one.value - *other->value);
    if (one.unit == core_probes::yes_or_no
            ? apart > 0.5
            : apart > agreement * std::max(std::abs(*one.value), std::abs(*other->value)))
      probes.insert(name.substr(0, name.find('.')));
  }
  return probes;
}

StructureFindings agreed_structure(const std::vector<StructureFindings> &runs) {
  std::map<std::string, ProbeFinding, std::less<>> agreed;
  for (const StructureFindings &run : runs)
    for (const auto &[name, finding] : run.all()) {
      if (agreed.contains(name))
        continue;
      const std::vector<const ProbeFinding *> determined = telling(runs, name);
      agreed.emplace(name, determined.empty()                       ? finding
                           : finding.unit == core_probes::yes_or_no ? majority(determined)
                                                                    : middle(determined));
    }
  return {runs.front().machine(), std::move(agreed)};
}

namespace {

constexpr int most_pipes_of_file = 64;

/// "p3" -> 3
std::optional<int> numbered(std::string_view text, char letter) {
  if (text.empty() || text.front() != letter)
    return std::nullopt;
  const auto number = parse_number<int>(text.substr(1));
  return number && *number >= 0 && *number < most_pipes_of_file ? number : std::nullopt;
}

Expected<InferredUop> uop_of(const YamlNode &node, const std::string &name) {
  InferredUop made;
  made.cycles = number_at(node, "cycles").value_or(0);
  if (!(made.cycles > 0 && made.cycles < 10000))
    return Error{"'cycles' of a uop must be above 0 and below 10000", {name, node.line, 0}};
  if (const YamlNode *pipes = child(node, "pipes"))
    for (const YamlNode &pipe : pipes->items) {
      const auto number = numbered(pipe.text, 'p');
      if (!number)
        return Error{"a pipe must be named p0 to p63", {name, pipe.line, 0}};
      made.pipes |= InferredPipes(1) << *number;
    }
  if (const auto unit = numbered(text_at(node, "unit"), 'u'))
    made.unit = *unit;
  if (made.pipes == 0 && made.unit < 0)
    return Error{"a uop must have pipes or a unit", {name, node.line, 0}};
  return made;
}

Expected<InferredForm> form_of(const YamlNode &node, const std::string &name) {
  InferredForm made;
  made.opcode = text_at(node, "opcode");
  const std::string status = text_at(node, "status");
  if (made.opcode.empty() || status.empty())
    return Error{"a form must have opcode and status", {name, node.line, 0}};
  made.status = status == "ok"             ? InferredForm::Status::uops
                : status == no_pipe_status ? InferredForm::Status::no_pipe
                                           : InferredForm::Status::unknown;
  made.alone_cycles = number_at(node, "alone");
  made.slots = number_at(node, "slots");
  if (const YamlNode *uops = child(node, "uops"))
    for (const YamlNode &uop : uops->items) {
      OSACA_TRY(const auto one, uop_of(uop, name));
      made.uops.push_back(one);
    }
  return made;
}

} // namespace

const InferredForm *PortFindings::find(std::string_view opcode) const {
  const auto found = std::ranges::find_if(forms, [&](const InferredForm &form) { return form.opcode == opcode; });
  return found == forms.end() ? nullptr : &*found;
}

Expected<PortFindings> read_ports(std::string_view text, const std::string &name) {
  OSACA_TRY(const auto root, parse_result(text, name, "osaca-ports-1"));
  OSACA_TRY(auto machine, machine_of(root, name));
  const YamlNode *list = child(root, "forms");
  // Every file has the residual, and it is written last.
  const YamlNode *residual = child(root, "residual");
  if (list == nullptr || list->items.empty() || residual == nullptr)
    return Error{"the file is cut off: 'forms' or 'residual' is missing", {name, 0, 0}};
  PortFindings made;
  made.machine = std::move(machine);
  if (const YamlNode *width = child(root, "dispatch_width")) {
    made.dispatch_width = number_at(*width, "instructions").value_or(0);
    made.width_is_bound = text_at(*width, "at_least") == "true";
  }
  made.pipes = static_cast<int>(std::clamp(number_at(root, "pipes").value_or(0), 0.0, double(most_pipes_of_file)));
  made.units = static_cast<int>(std::clamp(number_at(root, "units").value_or(0), 0.0, double(most_pipes_of_file)));
  made.mean_error = number_at(*residual, "mean_error").value_or(0);
  made.random_mixes = static_cast<int>(std::clamp(number_at(*residual, "random_mixes").value_or(0), 0.0, 1e6));
  for (const YamlNode &node : list->items) {
    OSACA_TRY(auto form, form_of(node, name));
    made.forms.push_back(std::move(form));
  }
  return made;
}

} // namespace osaca::measure::compose
