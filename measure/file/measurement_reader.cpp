#include "base/text.h"
#include "measure/file/measurement_file.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

namespace osaca::measure {
namespace {

constexpr std::string_view form_start = "  - opcode: ";
constexpr std::string_view impossible_mark = "\n    status: \"impossible\"\n";
constexpr std::string_view unstable_mark = ", unstable: true}\n"; // at the end of a figure

// The keys of a file in the order in which they are written.
constexpr std::array<std::string_view, 4> head_keys = {"schema", "machine", "helpers", "forms"};
constexpr std::array<std::string_view, 5> machine_keys = {"cpu", "isa", "llvm_cpu", "date", "method"};
constexpr std::array<std::string_view, 9> form_keys = {"opcode",   "status",     "reason",    "same_as", "text",
                                                       "operands", "throughput", "latencies", "missing"};
constexpr std::size_t keys_with_status = 2; // of a form

/// The value after a key: a text, or a list of texts.
struct Value {
  std::string text;
  std::vector<std::string> list;
};
using Mapping = std::map<std::string, Value, std::less<>>;

/// Reads `{a: 1, b: "x", c: ["y", "z"]}` and the parts of it.
class FlowParser {
public:
  explicit FlowParser(std::string_view text) : rest_(text) {}

  std::optional<Mapping> mapping() {
    Mapping made;
    if (!take("{"))
      return std::nullopt;
    while (true) {
      const std::size_t colon = rest_.find(": ");
      if (colon == std::string_view::npos)
        return std::nullopt;
      std::string key(rest_.substr(0, colon));
      rest_.remove_prefix(colon + 2);
      auto found = value();
      if (!found || !made.emplace(std::move(key), std::move(*found)).second)
        return std::nullopt;
      if (take("}"))
        return rest_.empty() ? std::optional(made) : std::nullopt;
      if (!take(", "))
        return std::nullopt;
    }
  }

  std::optional<std::string> whole_scalar() {
    auto found = scalar();
    return rest_.empty() ? found : std::nullopt;
  }

private:
  bool take(std::string_view what) {
    if (!rest_.starts_with(what))
      return false;
    rest_.remove_prefix(what.size());
    return true;
  }

  std::optional<Value> value() {
    Value made;
    if (!take("[")) {
      auto text = scalar();
      if (text)
        made.text = std::move(*text);
      return text ? std::optional(made) : std::nullopt;
    }
    while (!take("]")) {
      if (!made.list.empty() && !take(", "))
        return std::nullopt;
      auto text = scalar();
      if (!text)
        return std::nullopt;
      made.list.push_back(std::move(*text));
    }
    return made;
  }

  std::optional<std::string> scalar() {
    std::string text;
    if (!take("\"")) {
      const std::size_t end = std::min(rest_.find_first_of(",]}"), rest_.size());
      text = rest_.substr(0, end);
      rest_.remove_prefix(end);
      constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.+-";
      return text.empty() || text.find_first_not_of(plain) != std::string::npos ? std::nullopt : std::optional(text);
    }
    while (!rest_.empty() && rest_.front() != '"') {
      if (rest_.front() == '\\')
        rest_.remove_prefix(1);
      if (rest_.empty())
        return std::nullopt;
      text += rest_.front();
      rest_.remove_prefix(1);
    }
    return take("\"") ? std::optional(text) : std::nullopt;
  }

  std::string_view rest_;
};

/// Takes values out of a mapping, and remembers whether one was invalid.
class Fields {
public:
  explicit Fields(const Mapping &mapping) : mapping_(mapping) {}

  std::string text(std::string_view key) const {
    const auto found = mapping_.find(key);
    return found == mapping_.end() ? "" : found->second.text;
  }
  std::string needed(std::string_view key) {
    is_good_ = is_good_ && mapping_.contains(key);
    return text(key);
  }
  bool flag(std::string_view key) const { return text(key) == "true"; }
  std::vector<std::string> list(std::string_view key) const {
    const auto found = mapping_.find(key);
    return found == mapping_.end() ? std::vector<std::string>() : found->second.list;
  }
  double number(std::string_view key) {
    const auto value = parse_number<double>(text(key));
    is_good_ = is_good_ && value;
    return value.value_or(0);
  }
  [[nodiscard]] bool is_good() const { return is_good_; }

private:
  const Mapping &mapping_;
  bool is_good_ = true;
};

class Reader {
public:
  bool line(std::string_view text) {
    const std::size_t indent = std::min(text.find_first_not_of(' '), text.size());
    const std::string_view content = text.substr(indent);
    if (content.empty() || content.front() == '#')
      return true;
    if (content.starts_with("- {"))
      return indent == (file_.forms.empty() ? 2 : 6) && item(content.substr(2));
    const bool starts_form = text.starts_with(form_start);
    const std::string_view pair = starts_form ? content.substr(2) : content;
    const std::size_t colon = pair.find(':');
    if (colon == std::string_view::npos)
      return false;
    const std::string_view key = pair.substr(0, colon);
    if (starts_form ? !begin_form() : !is_in_order(indent, key))
      return false;
    if (colon + 1 == pair.size()) {
      section_ = key;
      return true;
    }
    if (pair[colon + 1] != ' ')
      return false;
    const auto value = FlowParser(pair.substr(colon + 2)).whole_scalar();
    if (starts_form)
      file_.forms.emplace_back();
    return value && set(indent, key, *value);
  }

  /// A form that was measured again is written after the record that it replaces.
  [[nodiscard]] MeasurementFile &&take() {
    std::set<std::string_view> later;
    std::vector<MeasuredForm> kept;
    for (auto form = file_.forms.rbegin(); form != file_.forms.rend(); ++form)
      if (later.insert(form->opcode).second)
        kept.push_back(*form);
    later.clear();
    std::ranges::reverse(kept);
    file_.forms = std::move(kept);
    return std::move(file_);
  }
  [[nodiscard]] bool has_schema() const { return has_schema_; }

private:
  /// A key that is repeated, too early or too late shows that two writers mixed their lines.
  bool is_in_order(std::size_t indent, std::string_view key) {
    switch (indent) {
    case 0: return file_.forms.empty() && take_key(head_keys, key, head_keys_);
    case 2: return file_.forms.empty() && section_ == "machine" && take_key(machine_keys, key, machine_keys_);
    case 4:
      return !file_.forms.empty() && (form_keys_ >= keys_with_status || key == "status") &&
             take_key(form_keys, key, form_keys_);
    default: return false;
    }
  }

  /// `seen`: the number of `keys` that have been passed so far.
  template <class Keys> static bool take_key(const Keys &keys, std::string_view key, std::size_t &seen) {
    const auto found = std::find(keys.begin() + static_cast<std::ptrdiff_t>(seen), keys.end(), key);
    if (found == keys.end())
      return false;
    seen = static_cast<std::size_t>(found - keys.begin()) + 1;
    return true;
  }

  bool begin_form() {
    const bool is_after_whole_form = file_.forms.empty() || form_keys_ >= keys_with_status;
    form_keys_ = 1;
    section_.clear();
    return head_keys_ == head_keys.size() && is_after_whole_form;
  }

  bool set(std::size_t indent, std::string_view key, const std::string &value) {
    if (indent == 0) {
      has_schema_ = key == "schema" && value == "osaca-measurements-1";
      return has_schema_;
    }
    MeasuredForm *form = file_.forms.empty() ? nullptr : &file_.forms.back();
    if (key == "status") {
      const std::optional<FormStatus> status = form_status_named(value);
      if (form == nullptr || !status)
        return false;
      form->status = *status;
      return true;
    }
    const std::map<std::string_view, std::string *> places = {{"cpu", &file_.machine.cpu},
                                                              {"isa", &file_.machine.isa},
                                                              {"llvm_cpu", &file_.machine.llvm_cpu},
                                                              {"date", &file_.machine.date},
                                                              {"method", &file_.machine.method},
                                                              {"opcode", form ? &form->opcode : nullptr},
                                                              {"reason", form ? &form->reason : nullptr},
                                                              {"text", form ? &form->text : nullptr},
                                                              {"same_as", form ? &form->same_as : nullptr}};
    const auto found = places.find(key);
    if (found == places.end() || found->second == nullptr)
      return false;
    *found->second = value;
    return true;
  }

  bool item(std::string_view text) {
    const auto mapping = FlowParser(text).mapping();
    if (!mapping)
      return false;
    Fields fields(*mapping);
    if (section_ == "helpers") {
      file_.helpers.push_back({fields.needed("name"), fields.needed("text"), fields.number("cycles"),
                               fields.number("spread"), fields.flag("split")});
      return fields.is_good();
    }
    if (file_.forms.empty())
      return false;
    MeasuredForm &form = file_.forms.back();
    if (section_ == "operands" && mapping->contains("index") &&
        fields.number("index") != static_cast<double>(form.operands.size()))
      return false;
    if (section_ == "operands")
      form.operands.push_back(
          {fields.needed("kind"), mapping->contains("width") ? static_cast<int>(fields.number("width")) : 0,
           fields.flag("read"), fields.flag("written"), fields.flag("implicit"), fields.text("name")});
    else if (section_ == "throughput")
      form.throughput.push_back({fields.number("cycles"), fields.number("spread"), fields.list("with"),
                                 fields.flag("at_most"), fields.text("values"), fields.flag("unstable")});
    else if (section_ == "latencies")
      form.latencies.push_back({fields.needed("from"), fields.needed("to"), fields.number("cycles"),
                                fields.number("spread"), fields.number("chain"), fields.list("via"),
                                fields.flag("split"), fields.flag("at_most"), fields.text("values"),
                                fields.flag("unstable")});
    else if (section_ == "missing")
      form.missing.push_back({fields.needed("from"), fields.needed("to"), fields.needed("reason")});
    else
      return false;
    return fields.is_good();
  }

  MeasurementFile file_;
  std::string section_;
  std::size_t head_keys_ = 0;
  std::size_t machine_keys_ = 0;
  std::size_t form_keys_ = 0; ///< of the last form
  bool has_schema_ = false;
};

std::string_view next_line(std::string_view &text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

} // namespace

Expected<MeasurementFile> read_measurements(std::string_view text, const std::string &name) {
  Reader reader;
  for (int number = 1; !text.empty(); ++number) {
    if (!reader.line(next_line(text)))
      return Error{"this is not a line of a measurement file (docs/measure/files.md)", {name, number, 0}};
    if (number == 1 && !reader.has_schema())
      return Error{"a measurement file must begin with 'schema: osaca-measurements-1'", {name, 1, 0}};
  }
  if (!reader.has_schema())
    return Error{"a measurement file must begin with 'schema: osaca-measurements-1'", {name, 1, 0}};
  return reader.take();
}

namespace {

/// The first line that is not as it was written; 0: all complete lines are.
int torn_line(std::string_view text) {
  Reader reader;
  text = text.substr(0, text.rfind('\n') + 1); // an incomplete last line is dropped
  for (int number = 1; !text.empty(); ++number)
    if (!reader.line(next_line(text)))
      return number;
  return 0;
}

} // namespace

Expected<Resumable> resumable(std::string_view text, const std::string &name, bool only_stable) {
  constexpr std::string_view section = "\nforms:\n";
  Resumable made;
  if (const int number = torn_line(text); number > 0)
    return Error{"unexpected line: the file is damaged, perhaps because two runs wrote to it at the same time; it was "
                 "left unchanged, use another output file",
                 {name, number, 0}};
  const std::size_t forms = text.find(section);
  if (forms == std::string_view::npos)
    return made;
  const std::string marker = "\n" + std::string(form_start);
  made.text = text.substr(0, forms + section.size());
  std::size_t begin = made.text.size();
  for (std::size_t end = text.find(marker, begin); end != std::string_view::npos; end = text.find(marker, begin)) {
    const std::string_view form = text.substr(begin, end + 1 - begin);
    begin = end + 1;
    if (only_stable &&
        (form.find(unstable_mark) != std::string_view::npos || form.find(impossible_mark) != std::string_view::npos))
      continue;
    made.text += form;
    std::string_view rest = form;
    if (const std::string_view line = next_line(rest); line.starts_with(form_start))
      if (auto opcode = FlowParser(line.substr(form_start.size())).whole_scalar())
        made.opcodes.push_back(*opcode);
  }
  return made;
}

} // namespace osaca::measure
