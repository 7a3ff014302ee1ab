// Reads tables of calls. The input is untrusted: figures that no call can have are refused.
#include "base/format.h"
#include "calls/call_table.h"
#include "kernel/calling_convention.h"
#include "yaml/fields.h"
#include "yaml/tree.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace osaca {
namespace {

constexpr std::size_t most_nodes = 200'000;
constexpr std::size_t most_name_bytes = 500;
constexpr std::int64_t most_bytes = 1'000'000; ///< what functions work on is in the caches

class TableReader {
public:
  TableReader(const YamlNode &root, bool is_users, Problems &problems)
      : root_(root), is_users_(is_users), problems_(problems) {}

  CallTable read() {
    Fields fields(root_, "a table of calls", problems_);
    check_schema(fields);
    table_.origin = is_users_ ? Origin::user : Origin::measured;
    table_.core = head(fields, "core");
    table_.library = head(fields, "library");
    table_.cpu = fields.text("cpu").value_or("");
    (void)fields.text("date");
    read_isa(fields);
    source_ = head(fields, "source");
    if (const YamlNode *functions = fields.require("functions"))
      for (const YamlNode &item : items_of(*functions, "'functions'"))
        read_function(item);
    fields.refuse_others();
    std::ranges::sort(table_.functions, {}, &CallEntry::name);
    return std::move(table_);
  }

private:
  void check_schema(Fields &fields) {
    const YamlNode *node = fields.require("schema");
    if (node != nullptr && node->text != call_table_schema)
      problems_.add(*node, format_text("'schema' must be {}, the version of the format that this osaca reads",
                                       call_table_schema));
  }

  /// A text that only an overlay may leave out.
  std::string head(Fields &fields, std::string_view key) {
    if (!is_users_ && fields.require(key) == nullptr)
      return {};
    return fields.text(key).value_or("");
  }

  void read_isa(Fields &fields) {
    const YamlNode *node = fields.find("isa");
    if (node == nullptr)
      return;
    for (const Isa isa : {Isa::x86_64, Isa::aarch64, Isa::riscv64})
      if (node->text == name_of(isa)) {
        table_.isa = isa;
        return;
      }
    problems_.add(*node, "'isa' must be x86-64, aarch64 or riscv64");
  }

  const std::vector<YamlNode> &items_of(const YamlNode &node, std::string_view what) {
    static const std::vector<YamlNode> none;
    if (node.kind == YamlNode::Kind::sequence && !node.items.empty())
      return node.items;
    problems_.add(node, format_text("{} must be a list with at least one entry", what));
    return none;
  }

  void read_function(const YamlNode &node) {
    if (problems_.full())
      return;
    Fields fields(node, "a function", problems_);
    CallEntry entry;
    entry.name = name_in(fields, "name");
    if (!entry.name.empty() && !names_.insert(entry.name).second)
      problems_.add(node, format_text("the function {} is listed twice", entry.name));
    if (const auto text = fields.text("signature")) {
      if (auto signature = parse_signature(*text))
        entry.signature = *std::move(signature);
      else
        problems_.add(*fields.find("signature"), signature.error().message);
    } else {
      (void)fields.require("signature");
    }
    entry.typical = fields.text("typical").value_or("typical");
    read_bytes_argument(fields, entry);
    if (const YamlNode *classes = fields.require("classes"))
      for (const YamlNode &item : items_of(*classes, "'classes'"))
        read_class(item, entry);
    if (!entry.classes.empty() && entry.find(entry.typical) == nullptr)
      problems_.add(node, format_text("the function {} has no class '{}'; 'typical' names the class that is used if "
                                      "nothing is known about the arguments",
                                      entry.name, entry.typical));
    fields.refuse_others();
    std::ranges::stable_sort(entry.classes, {}, &CallFigures::bytes);
    table_.functions.push_back(std::move(entry));
  }

  void read_bytes_argument(Fields &fields, CallEntry &entry) {
    const YamlNode *node = fields.find("bytes_argument");
    if (node == nullptr)
      return;
    const auto number = whole_number(*node, "bytes_argument", CallingConvention::most_arguments);
    if (!number)
      return;
    const auto &arguments = entry.signature.arguments;
    if (static_cast<std::size_t>(*number) <= arguments.size() &&
        arguments[static_cast<std::size_t>(*number - 1)] == CallValue::integer)
      entry.bytes_argument = static_cast<int>(*number);
    else
      problems_.add(*node, "'bytes_argument' must be the number, from 1, of an argument that is an integer");
  }

  void read_bytes(Fields &fields, const YamlNode &node, const CallEntry &entry, CallFigures &figures) {
    const YamlNode *value = fields.find("bytes");
    if ((value != nullptr) != (entry.bytes_argument != 0)) {
      problems_.add(node, "'bytes' is required in each class of a function with 'bytes_argument', and only there");
      return;
    }
    if (value == nullptr)
      return;
    figures.bytes = whole_number(*value, "bytes", most_bytes).value_or(0);
    if (std::ranges::find(entry.classes, figures.bytes, &CallFigures::bytes) != entry.classes.end())
      problems_.add(node, format_text("the function {} has two classes of {} bytes", entry.name, figures.bytes));
  }

  std::optional<std::int64_t> whole_number(const YamlNode &node, const char *key, std::int64_t most) {
    const std::optional<Cycles> number = cycles_of(node, format_text("'{}'", key), problems_);
    if (!number)
      return std::nullopt;
    if (*number >= Cycles(1) && *number <= Cycles(most) && number->to_double() == std::floor(number->to_double()))
      return static_cast<std::int64_t>(number->to_double());
    problems_.add(node, format_text("'{}' must be a whole number from 1 to {}", key, most));
    return std::nullopt;
  }

  std::string name_in(Fields &fields, std::string_view key) {
    const YamlNode *node = fields.require(key);
    const std::string name = node == nullptr ? "" : fields.text(key).value_or("");
    const auto is_of_symbol = [](char c) { return c > ' ' && c < '\x7f' && c != '@'; };
    if (node != nullptr && (name.empty() || name.size() > most_name_bytes || !std::ranges::all_of(name, is_of_symbol)))
      problems_.add(*node, format_text("'{}' must be a symbol without a version, such as sin", key));
    return name;
  }

  void read_class(const YamlNode &node, CallEntry &entry) {
    if (problems_.full())
      return;
    Fields fields(node, "a class of arguments", problems_);
    CallFigures figures;
    (void)fields.require("class");
    figures.argument_class = fields.text("class").value_or("");
    figures.arguments = fields.text("arguments").value_or("");
    figures.source = fields.text("source").value_or(source_);
    if (entry.find(figures.argument_class) != nullptr)
      problems_.add(node, format_text("the class '{}' of {} is listed twice", figures.argument_class, entry.name));
    read_bytes(fields, node, entry, figures);
    if (const YamlNode *value = fields.require("throughput"))
      figures.throughput_cycles = cycles_in(*value, "throughput").value_or(Cycles(1));
    if (const YamlNode *value = fields.find("latency")) {
      figures.latency_cycles = cycles_in(*value, "latency");
      if (figures.latency_cycles && *figures.latency_cycles < figures.throughput_cycles)
        problems_.add(*value, "'latency' is less than 'throughput': calls that wait for each other cannot be faster "
                              "than calls that do not");
    }
    fields.refuse_others();
    entry.classes.push_back(std::move(figures));
  }

  std::optional<Cycles> cycles_in(const YamlNode &node, const char *key) {
    const std::optional<Cycles> cycles = cycles_of(node, format_text("'{}'", key), problems_);
    if (!cycles || (*cycles > Cycles(0) && *cycles <= Cycles(most_call_cycles)))
      return cycles;
    problems_.add(node, format_text("'{}' is impossible for a call: it must be more than 0 and at most {} cycles", key,
                                    most_call_cycles));
    return std::nullopt;
  }

  const YamlNode &root_;
  bool is_users_;
  Problems &problems_;
  CallTable table_;
  std::string source_;
  std::set<std::string> names_;
};

} // namespace

CallTableReading read_call_table(std::string_view yaml, const std::string &file, bool is_users) {
  YamlLimits limits;
  limits.bytes = most_table_bytes;
  limits.nodes = most_nodes;
  limits.document = "a table of calls";
  const Expected<YamlNode> root = parse_yaml(yaml, file, limits);
  if (!root)
    return {std::nullopt, {root.error()}};
  Problems problems(file);
  CallTable table = TableReader(*root, is_users, problems).read();
  if (problems.any())
    return {std::nullopt, problems.errors()};
  return {std::move(table), {}};
}

} // namespace osaca
