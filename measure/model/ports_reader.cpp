#include "measure/model/ports_reader.h"

#include "measure/model/result_yaml.h"
#include "measure/ports/ports_file.h"

#include <algorithm>
#include <charconv>

namespace osaca::measure::composer {
namespace {

constexpr int most_pipes_of_file = 64;

/// "p3" -> 3
std::optional<int> numbered(std::string_view text, char letter) {
  int number = 0;
  if (text.size() < 2 || text.front() != letter)
    return std::nullopt;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 0 || number >= most_pipes_of_file)
    return std::nullopt;
  return number;
}

Expected<InferredUop> uop_of(const YamlNode &node, const std::string &name) {
  InferredUop made;
  made.cycles = number_at(node, "cycles").value_or(0);
  if (!(made.cycles > 0 && made.cycles < 10000))
    return Error{"'cycles' of a uop is above 0", {name, node.line, 0}};
  if (const YamlNode *pipes = child(node, "pipes"))
    for (const YamlNode &pipe : pipes->items) {
      const auto number = numbered(pipe.text, 'p');
      if (!number)
        return Error{"a pipe is called p0 to p63", {name, pipe.line, 0}};
      made.pipes |= InferredPipes(1) << *number;
    }
  if (const auto unit = numbered(text_at(node, "unit"), 'u'))
    made.unit = *unit;
  if (made.pipes == 0 && made.unit < 0)
    return Error{"a uop wants pipes or a unit", {name, node.line, 0}};
  return made;
}

Expected<InferredForm> form_of(const YamlNode &node, const std::string &name) {
  InferredForm made;
  made.opcode = text_at(node, "opcode");
  const std::string status = text_at(node, "status");
  if (made.opcode.empty() || status.empty())
    return Error{"a form wants opcode and status", {name, node.line, 0}};
  made.status = status == "ok"             ? InferredForm::Status::uops
                : status == no_pipe_status ? InferredForm::Status::no_pipe
                                           : InferredForm::Status::unknown;
  made.alone_cycles = number_at(node, "alone");
  made.slots = number_at(node, "slots");
  made.has_company = child(node, "with") != nullptr;
  if (const YamlNode *uops = child(node, "uops"))
    for (const YamlNode &uop : uops->items) {
      const auto one = uop_of(uop, name);
      if (!one)
        return one.error();
      made.uops.push_back(*one);
    }
  return made;
}

} // namespace

const InferredForm *PortFindings::find(std::string_view opcode) const {
  const auto found = std::ranges::find_if(forms, [&](const InferredForm &form) { return form.opcode == opcode; });
  return found == forms.end() ? nullptr : &*found;
}

Expected<PortFindings> read_ports(std::string_view text, const std::string &name) {
  const auto root = parse_result(text, name, "osaca-ports-1");
  if (!root)
    return root.error();
  auto machine = machine_of(*root, name);
  if (!machine)
    return machine.error();
  const YamlNode *list = child(*root, "forms");
  // The residual is what is written last of what every file has.
  const YamlNode *residual = child(*root, "residual");
  if (list == nullptr || list->items.empty() || residual == nullptr)
    return Error{"it is cut off: it wants 'forms' and 'residual'", {name, 0, 0}};
  PortFindings made;
  made.machine = std::move(machine).value();
  if (const YamlNode *width = child(*root, "dispatch_width")) {
    made.dispatch_width = number_at(*width, "instructions").value_or(0);
    made.width_is_bound = text_at(*width, "at_least") == "true";
  }
  made.pipes = static_cast<int>(std::clamp(number_at(*root, "pipes").value_or(0), 0.0, double(most_pipes_of_file)));
  made.units = static_cast<int>(std::clamp(number_at(*root, "units").value_or(0), 0.0, double(most_pipes_of_file)));
  made.mean_error = number_at(*residual, "mean_error").value_or(0);
  made.random_mixes = static_cast<int>(std::clamp(number_at(*residual, "random_mixes").value_or(0), 0.0, 1e6));
  for (const YamlNode &node : list->items) {
    auto form = form_of(node, name);
    if (!form)
      return form.error();
    made.forms.push_back(std::move(form).value());
  }
  return made;
}

} // namespace osaca::measure::composer
