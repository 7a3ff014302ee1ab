// OSACA's models: a list `instruction_forms` of mnemonics and kinds of operands. They are converted to assembly text,
// for general-purpose registers once with each width, and the assembler determines the opcodes. Ports are left out,
// since measurement files have none.
#include "base/format.h"
#include "measure/tables/example_forms.h"
#include "measure/tables/import.h"

#include <map>
#include <set>

namespace osaca::measure {
namespace {

std::string x86_general(int width, int number) {
  static const std::map<int, std::string> suffix = {{64, ""}, {32, "d"}, {16, "w"}, {8, "b"}};
  return format_text("%r{}{}", 8 + number, suffix.at(width));
}

/// Empty: the operand cannot be written as text.
std::string x86_operand(const YamlNode &operand, int width, int number) {
  const std::string kind = text_at(operand, "class");
  if (kind == "immediate")
    return "$4";
  if (kind == "memory") {
    const bool indexed = child(operand, "index") && text_at(operand, "index") != "*" &&
                         text_at(operand, "index") != "~" && !text_at(operand, "index").empty();
    return indexed ? "(%r13,%r14)" : "(%r13)";
  }
  if (kind != "register")
    return "";
  const std::string name = text_at(operand, "name");
  if (name == "gpr" || name == "*")
    return x86_general(width, number);
  for (const char *file : {"xmm", "ymm", "zmm", "mm", "k"})
    if (name == file)
      return format_text("%{}{}", name, number + 1);
  const bool is_name = !name.empty() && name.size() < 8 &&
                       name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789") == std::string::npos;
  return is_name ? "%" + name : "";
}

std::string arm_operand(const YamlNode &operand, int number) {
  const std::string kind = text_at(operand, "class");
  const std::string n = std::to_string(number + 1);
  if (kind == "immediate")
    return "#1";
  if (kind == "memory")
    return "[x19]";
  if (kind != "register")
    return "";
  const std::string prefix = text_at(operand, "prefix");
  const std::string shape = text_at(operand, "shape");
  static const std::map<std::string, std::string> lanes = {{"d", "2"}, {"s", "4"}, {"h", "8"}, {"b", "16"}};
  if (prefix == "v" && lanes.contains(shape))
    return format_text("v{}.{}{}", n, lanes.at(shape), shape);
  if (prefix == "z" && lanes.contains(shape))
    return format_text("z{}.{}", n, shape);
  if (prefix == "p")
    return format_text("p{}{}", n,
                       text_at(operand, "predication") == "z"   ? "/z"
                       : text_at(operand, "predication") == "m" ? "/m"
                                                                : "");
  return prefix.size() == 1 && std::string("xwbhsdq").find(prefix) != std::string::npos ? prefix + n : "";
}

std::string riscv_operand(const YamlNode &operand, int number) {
  const std::string kind = text_at(operand, "class");
  if (kind == "immediate")
    return "1";
  if (kind == "memory")
    return "0(x18)";
  const std::string prefix = text_at(operand, "prefix");
  return kind == "register" && (prefix == "x" || prefix == "f" || prefix == "v")
             ? format_text("{}{}", prefix, number + 10)
             : "";
}

std::vector<std::string> names_of(const YamlNode &form) {
  const YamlNode *name = child(form, "name");
  std::vector<std::string> names;
  if (name != nullptr && name->kind == YamlNode::Kind::scalar)
    names.push_back(name->text);
  if (name != nullptr)
    for (const YamlNode &one : name->items)
      names.push_back(one.text);
  return names;
}

class OsacaReader {
public:
  OsacaReader(const ImportSource &source, Isa isa, OpcodeFinder finder)
      : source_(source), isa_(isa), finder_(std::move(finder)) {}

  void add(const YamlNode &form) {
    for (const std::string &name : names_of(form)) {
      bool found = false;
      for (const int width : isa_ == Isa::x86_64 ? std::vector<int>{64, 32, 16, 8} : std::vector<int>{64})
        if (const auto instruction = finder_.find(text_of(name, form, width))) {
          found = true;
          if (seen_.insert(instruction->opcode).second)
            add_form(*instruction, form);
        }
      if (!found)
        made_.unmapped.push_back({format_text("'{}': the assembler rejects it with these operands", name.substr(0, 60)),
                                  {source_.name, form.line, form.column}});
    }
  }

  Imported take(MeasuredMachine machine) {
    made_.file.machine = std::move(machine);
    return std::move(made_);
  }

private:
  [[nodiscard]] std::string text_of(const std::string &name, const YamlNode &form, int width) const {
    std::string out = name;
    const YamlNode *operands = child(form, "operands");
    for (std::size_t i = 0; operands != nullptr && i < operands->items.size() && i < 8; ++i) {
      const YamlNode &operand = operands->items[i];
      const int number = static_cast<int>(i);
      const std::string text = isa_ == Isa::x86_64    ? x86_operand(operand, width, number)
                               : isa_ == Isa::aarch64 ? arm_operand(operand, number)
                                                      : riscv_operand(operand, number);
      if (text.empty())
        return "";
      out += (i == 0 ? " " : ", ") + text;
    }
    return out;
  }

  void add_form(const Instruction &instruction, const YamlNode &form) {
    MeasuredForm record = record_of(instruction, isa_);
    if (const auto cycles = cycles_in(text_at(form, "throughput")))
      record.throughput = {plain_throughput(*cycles)};
    if (const auto cycles = cycles_in(text_at(form, "latency")))
      add_latency(record, instruction, *cycles);
    made_.file.forms.push_back(std::move(record));
  }

  /// The latency of a load is from the address. For an operation on a loaded value the source is unknown.
  static void add_latency(MeasuredForm &record, const Instruction &instruction, double cycles) {
    if (instruction.stores)
      return;
    if (!instruction.loads)
      return add_single_latency(record, cycles, false);
    int sources = 0;
    std::string memory;
    std::string result;
    for (std::size_t i = 0; i < record.operands.size(); ++i) {
      const MeasuredOperand &operand = record.operands[i];
      if (operand.kind == "memory")
        memory = std::to_string(i);
      else if (!operand.implicit && operand.read && operand.kind != "immediate")
        ++sources;
      else if (!operand.implicit && operand.written && result.empty())
        result = std::to_string(i);
    }
    if (sources == 0 && !memory.empty() && !result.empty())
      record.latencies.push_back(plain_latency(memory + ".base", result, cycles));
  }

  const ImportSource &source_;
  Isa isa_;
  OpcodeFinder finder_;
  std::set<std::string> seen_;
  Imported made_;
};

std::string isa_in(const YamlNode &root, const ImportSource &source) {
  if (!source.isa.empty())
    return source.isa;
  const std::string isa = text_at(root, "isa");
  if (isa == "AArch64" || isa == "aarch64")
    return "aarch64";
  return isa == "riscv" || isa == "RISCV" || isa == "rv64" ? "riscv64" : "x86-64";
}

} // namespace

Expected<Imported> import_osaca(const ImportSource &source) {
  OSACA_TRY(const YamlNode root, parse_yaml(source.text, source.name, table_limits()));
  const YamlNode *forms = child(root, "instruction_forms");
  if (forms == nullptr || forms->kind != YamlNode::Kind::sequence)
    return Error{"not a model of OSACA: there is no list 'instruction_forms'", {source.name, 1, 0}};
  const Isa isa = isa_or_x86(isa_in(root, source));
  OSACA_TRY(OpcodeFinder finder, OpcodeFinder::create(isa));
  OsacaReader reader(source, isa, std::move(finder));
  for (const YamlNode &form : forms->items)
    reader.add(form);
  return reader.take({text_at(root, "arch_code"), std::string(name_of(isa)), "", "",
                      format_text("model of OSACA '{}', imported", text_at(root, "arch_code"))});
}

} // namespace osaca::measure
