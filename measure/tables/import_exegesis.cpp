// llvm-exegesis: a sequence of YAML documents, each a benchmark of one instruction. Benchmarks of several instructions
// say nothing about a single one and are left out.
#include "base/format.h"
#include "measure/tables/example_forms.h"
#include "measure/tables/import.h"

#include <map>
#include <sstream>

namespace osaca::measure {
namespace {

struct Document {
  std::string text;
  int first_line = 1;
};

std::vector<Document> documents_of(std::string_view text) {
  std::vector<Document> all;
  bool is_open = false;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.starts_with("---")) {
      all.push_back({"", number + 1});
      is_open = true;
    } else if (line.starts_with("...")) {
      is_open = false;
    } else if (is_open) {
      all.back().text.append(line).append("\n");
    }
  }
  return all;
}

class ExegesisReader {
public:
  explicit ExegesisReader(const ImportSource &source) : source_(source) {}

  void add(const YamlNode &root, int line) {
    const SourceLocation where{source_.name, line, 0};
    const YamlNode *key = child(root, "key");
    const YamlNode *instructions = key ? child(*key, "instructions") : nullptr;
    if (instructions == nullptr || instructions->items.size() != 1)
      return leave_out("the benchmark does not have exactly one instruction", where);
    if (!text_at(root, "error").empty())
      return leave_out("the benchmark failed: " + text_at(root, "error").substr(0, 100), where);
    if (!examples_) {
      const std::string triple = text_at(root, "llvm_triple");
      isa_ = triple.starts_with("aarch64") ? Isa::aarch64 : triple.starts_with("riscv64") ? Isa::riscv64 : Isa::x86_64;
      examples_.emplace(isa_);
      made_.file.machine = {text_at(root, "cpu_name"), std::string(name_of(isa_)), text_at(root, "cpu_name"), "",
                            "llvm-exegesis, imported"};
    }
    std::istringstream words(instructions->items.front().text);
    std::string opcode;
    words >> opcode;
    std::vector<std::string> operands;
    for (std::string word; words >> word && operands.size() < 64;)
      operands.push_back(word);
    add_figures(root, text_at(root, "mode"), opcode, operands, where);
  }

  Imported take() { return std::move(made_); }

private:
  void leave_out(std::string why, const SourceLocation &where) { made_.unmapped.push_back({std::move(why), where}); }

  void add_figures(const YamlNode &root, const std::string &mode, const std::string &opcode,
                   const std::vector<std::string> &operands, const SourceLocation &where) {
    const Expected<FormShape> shape = examples_->shape(opcode).made;
    if (!shape)
      return leave_out(format_text("{}: {}", opcode.substr(0, 60), shape.error().message), where);
    const YamlNode *measurements = child(root, "measurements");
    std::optional<double> cycles;
    if (measurements != nullptr)
      for (const YamlNode &one : measurements->items)
        if (text_at(one, "key") == mode)
          cycles = cycles_in(text_at(one, "value"));
    if (!cycles || (mode != "latency" && mode != "inverse_throughput"))
      return leave_out(opcode + ": the benchmark has no latency or throughput", where);
    const auto [place, is_new] = places_.emplace(opcode, made_.file.forms.size());
    if (is_new) {
      made_.file.forms.push_back(record_of(shape->example.instruction, isa_));
      made_.file.forms.back().opcode = opcode;
    }
    MeasuredForm &form = made_.file.forms[place->second];
    if (mode == "inverse_throughput") {
      if (form.throughput.empty() || form.throughput.front().cycles > *cycles)
        form.throughput = {plain_throughput(*cycles)};
      return;
    }
    if (!add_chain(form, *shape, operands, *cycles))
      leave_out(opcode + ": the chain does not pass through operands that the code names", where);
  }

  /// The chain goes through every operand whose register is also written.
  static bool add_chain(MeasuredForm &form, const FormShape &shape, const std::vector<std::string> &operands,
                        double cycles) {
    const auto place_of = [&](std::size_t form_operand) {
      const int tied = shape.form.operands[form_operand].tied_to;
      const int wanted = tied >= 0 ? tied : static_cast<int>(form_operand);
      for (std::size_t i = 0; i < shape.roles.size(); ++i)
        if (shape.roles[i].form_operand == wanted)
          return std::to_string(i);
      return std::string();
    };
    bool found = false;
    const std::size_t count = std::min(operands.size(), shape.form.operands.size());
    for (std::size_t to = 0; to < count; ++to)
      for (std::size_t from = 0; shape.form.operands[to].written && from < count; ++from) {
        if (shape.form.operands[from].written || shape.form.operands[from].part != FormOperand::MemoryPart::none ||
            operands[from] != operands[to])
          continue;
        const std::string source = place_of(from);
        const std::string result = place_of(to);
        if (source.empty() || result.empty())
          continue;
        form.latencies.push_back(plain_latency(source, result, cycles));
        found = true;
      }
    return found;
  }

  const ImportSource &source_;
  Isa isa_ = Isa::x86_64;
  std::optional<ExampleForms> examples_;
  std::map<std::string, std::size_t> places_;
  Imported made_;
};

} // namespace

Expected<Imported> import_exegesis(const ImportSource &source) {
  const std::vector<Document> documents = documents_of(source.text);
  if (documents.empty())
    return Error{"not output of llvm-exegesis: there is no line '---'", {source.name, 1, 0}};
  ExegesisReader reader(source);
  YamlLimits limits = table_limits();
  limits.line_bytes = std::size_t{1} << 20; // the code of the benchmark is on one line
  for (const Document &document : documents) {
    const Expected<YamlNode> root = parse_yaml(document.text, source.name, limits);
    if (!root) {
      Error error = root.error();
      error.where.line += document.first_line - 1;
      return error;
    }
    reader.add(*root, document.first_line);
  }
  return reader.take();
}

} // namespace osaca::measure
