// WINIC's tables: YAML as it writes them (operands numbered as ours), and CSV with one row per figure (operands
// numbered as in LLVM's instructions). Figures through memory are left out: the tables do not say which part of a
// memory operand a figure belongs to.
#include "base/index.h"
#include "measure/tables/example_forms.h"
#include "measure/tables/import.h"

#include "base/format.h"
#include "yaml/tree.h"

#include <algorithm>
#include <map>
#include <memory>

namespace osaca::measure {
namespace {

/// WINIC reports a range if helpers make a figure uncertain.
struct Range {
  double low = 0;
  double high = 0;
};

std::optional<Range> range_in(std::string_view low, std::string_view high) {
  const auto least = cycles_in(low);
  const auto most = cycles_in(high);
  if (!least || !most || *most < *least || *most == 0)
    return std::nullopt;
  return Range{*least, *most};
}

double middle(const Range &range) { return (range.low + range.high) / 2; }
double spread(const Range &range) { return (range.high - range.low) / middle(range); }

std::string lower(std::string text) {
  for (char &c : text)
    c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

class Table {
public:
  explicit Table(Isa isa) : examples_(isa) {}

  /// Null: LLVM has no example of the form, which has been noted.
  MeasuredForm *form(const std::string &opcode, const SourceLocation &where) {
    const auto known = places_.find(opcode);
    if (known != places_.end())
      return known->second < 0 ? nullptr : &made_.file.forms[at(known->second)];
    const auto [shape, same_as] = examples_.shape(opcode);
    if (!shape && same_as.empty()) {
      places_[opcode] = -1;
      made_.unmapped.push_back({format_text("{}: {}", opcode.substr(0, 60), shape.error().message), where});
      return nullptr;
    }
    places_[opcode] = static_cast<int>(made_.file.forms.size());
    if (shape) {
      shapes_.emplace(opcode, *shape);
      made_.file.forms.push_back(record_of(shape->example.instruction, examples_.isa()));
    } else { // another name of an instruction: its figures have no operands
      made_.file.forms.emplace_back();
      made_.file.forms.back().status = FormStatus::ok;
    }
    made_.file.forms.back().opcode = opcode;
    return &made_.file.forms.back();
  }

  /// Converts "1:GR64", an operand of LLVM, to ours; or "impl:EFLAGS", the name of an implicit register.
  std::string operand(const std::string &opcode, std::string_view name, bool is_result) {
    const auto shape = shapes_.find(opcode);
    if (shape == shapes_.end())
      return "";
    if (name.starts_with("impl:"))
      return implicit(shape->second, name.substr(5), is_result);
    const auto number = cycles_in(name.substr(0, name.find(':')));
    const auto &operands = shape->second.form.operands;
    if (!number || *number >= static_cast<double>(operands.size()))
      return "";
    int wanted = static_cast<int>(*number);
    if (operands[at(wanted)].tied_to >= 0)
      wanted = operands[at(wanted)].tied_to;
    for (std::size_t i = 0; i < shape->second.roles.size(); ++i)
      if (shape->second.roles[i].form_operand == wanted)
        return std::to_string(i);
    return "";
  }

  /// The position of our operand `name` from the YAML.
  std::string own_operand(const std::string &opcode, const std::string &name, bool is_result) {
    const auto shape = shapes_.find(opcode);
    if (shape == shapes_.end() || name.empty())
      return "";
    if (name.find_first_not_of("0123456789") != std::string::npos)
      return implicit(shape->second, name, is_result);
    const auto number = cycles_in(name);
    const auto &operands = shape->second.example.instruction.operands;
    const bool is_register = number && *number < static_cast<double>(operands.size()) &&
                             as_register(operands[static_cast<std::size_t>(*number)]) != nullptr;
    return is_register ? name : "";
  }

  Imported take(MeasuredMachine machine) {
    made_.file.machine = std::move(machine);
    std::erase_if(made_.file.forms,
                  [](const MeasuredForm &form) { return form.throughput.empty() && form.latencies.empty(); });
    return std::move(made_);
  }

private:
  /// x86's flags are two registers here. Returns the one that is read or written; of both the larger.
  static std::string implicit(const FormShape &shape, std::string_view name, bool is_result) {
    const std::string wanted = lower(std::string(name));
    std::string found;
    const auto &operands = shape.example.instruction.operands;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const Register *reg = as_register(operands[i]);
      if (reg == nullptr || !operands[i].implicit || !(is_result ? operands[i].written : operands[i].read))
        continue;
      if (reg->name == wanted)
        return std::to_string(i);
      if (reg->name == "cf" && wanted == "eflags")
        found = std::to_string(i);
    }
    return found;
  }

  ExampleForms examples_;
  Imported made_;
  std::map<std::string, int> places_;
  std::map<std::string, FormShape> shapes_;
};

void add_throughput(MeasuredForm &form, const Range &range) {
  form.throughput = {plain_throughput(middle(range))};
  form.throughput.front().spread = spread(range);
}

void add_latency_range(MeasuredForm &form, const std::string &from, const std::string &to, const Range &range) {
  if (from.empty() || to.empty())
    return;
  MeasuredLatency made = plain_latency(from, to, middle(range));
  made.spread = spread(range);
  form.latencies.push_back(std::move(made));
}

Expected<Imported> import_csv(const ImportSource &source) {
  Table table(isa_or_x86(source.isa));
  std::string_view rest = source.text;
  for (int number = 1; !rest.empty(); ++number) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.ends_with('\r'))
      line.remove_suffix(1);
    if (number == 1 || line.empty())
      continue;
    std::vector<std::string_view> cells;
    for (std::string_view left = line;; left.remove_prefix(left.find(',') + 1)) {
      cells.push_back(left.substr(0, left.find(',')));
      if (left.find(',') == std::string_view::npos || cells.size() > 6)
        break;
    }
    const bool known = cells.size() == 6 && (cells[1] == "throughput" || cells[1] == "latency");
    const auto range = known ? range_in(cells[4], cells[5]) : std::nullopt;
    if (!known)
      return Error{"expected 'opcode,throughput|latency,from,to,min,max'", {source.name, number, 0}};
    const std::string opcode(cells[0]);
    MeasuredForm *form = range ? table.form(opcode, {source.name, number, 0}) : nullptr;
    if (form == nullptr)
      continue;
    if (cells[1] == "throughput")
      add_throughput(*form, *range);
    else
      add_latency_range(*form, table.operand(opcode, cells[2], false), table.operand(opcode, cells[3], true), *range);
  }
  return table.take({"unknown", std::string(name_of(isa_or_x86(source.isa))), "", "", "WINIC, imported from CSV"});
}

void import_instruction(Table &table, const YamlNode &item, const std::string &file) {
  const std::string opcode = text_at(item, "llvmName");
  MeasuredForm *form = opcode.empty() ? nullptr : table.form(opcode, {file, item.line, item.column});
  if (form == nullptr)
    return;
  auto range = range_in(text_at(item, "throughputMin"), text_at(item, "throughputMax"));
  if (!range)
    range = range_in(text_at(item, "throughput"), text_at(item, "throughput"));
  if (range)
    add_throughput(*form, *range);
  if (const YamlNode *latencies = child(item, "operandLatencies"))
    for (const YamlNode &one : latencies->items)
      if (const auto cycles = range_in(text_at(one, "latencyMin"), text_at(one, "latencyMax")))
        add_latency_range(*form, table.own_operand(opcode, text_at(one, "sourceOperand"), false),
                          table.own_operand(opcode, text_at(one, "targetOperand"), true), *cycles);
}

} // namespace

Expected<Imported> import_winic(const ImportSource &source) {
  if (source.text.starts_with("llvm_opcode,"))
    return import_csv(source);
  OSACA_TRY(const YamlNode root, parse_yaml(source.text, source.name, table_limits()));
  const YamlNode *instructions = child(root, "instructions");
  if (instructions == nullptr || instructions->kind != YamlNode::Kind::sequence)
    return Error{"not a file of WINIC: there is no list 'instructions'", {source.name, 1, 0}};
  std::string isa = source.isa.empty() ? text_at(root, "isa") : source.isa;
  std::ranges::replace(isa, '_', '-');
  Table table(isa_or_x86(isa == "riscv" ? "riscv64" : isa));
  for (const YamlNode &item : instructions->items)
    import_instruction(table, item, source.name);
  return table.take(
      {text_at(root, "microArchitecture"), std::string(name_of(isa_or_x86(isa == "riscv" ? "riscv64" : isa))),
       text_at(root, "microArchitecture"), "", format_text("WINIC {}, imported", text_at(root, "winicVersion"))});
}

} // namespace osaca::measure
