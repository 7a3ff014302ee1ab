#include "measure/compose/model_text.h"

#include "base/format.h"
#include "measure/compose/form_facts.h"
#include "model/read/port_expression.h"

#include <algorithm>

namespace osaca::measure::compose {

std::string demands_text(const std::vector<PortDemand> &demands, const std::vector<Port> &ports) {
  std::string out;
  for (const PortDemand &demand : demands)
    out += format_text("{}{}\"", out.empty() ? "\"" : ", \"", port_demand_text(demand, ports));
  return format_text("[{}]", out);
}

std::string names_text(std::span<const std::string> names, const std::string &indent) {
  constexpr std::size_t widest = 110;
  std::string out = "[";
  std::size_t length = indent.size();
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool is_pattern = names[i].find_first_of("*?") != std::string::npos;
    const std::string name =
        (is_pattern ? format_text("\"{}\"", names[i]) : names[i]) + (i + 1 < names.size() ? "," : "");
    if (i > 0 && length + name.size() > widest) {
      out += "\n" + indent;
      length = indent.size();
    } else if (i > 0) {
      out += " ";
    }
    out += name;
    length += name.size() + 1;
  }
  return out + "]";
}

std::string cycles_text(double cycles) { return tidy_cycles(cycles).text(4); }

namespace {

class GlobMaker {
public:
  explicit GlobMaker(const std::vector<std::string> &chosen) : chosen_(chosen) {}

  /// Adds patterns for names that agree in their first `length` letters.
  void add(std::span<const std::string> names, std::size_t length) {
    const auto count = std::ranges::count_if(names, [&](const std::string &name) { return is_chosen(name); });
    if (count == 0)
      return;
    constexpr std::size_t fewest = 2;
    if (static_cast<std::size_t>(count) == names.size() && names.size() >= fewest && length > 0) {
      made_.push_back(names.front().substr(0, length) + "*");
      return;
    }
    for (std::size_t begin = 0; begin < names.size();) {
      std::size_t end = begin + 1;
      if (names[begin].size() == length) { // the name itself ends here
        if (is_chosen(names[begin]))
          made_.push_back(names[begin]);
        begin = end;
        continue;
      }
      while (end < names.size() && names[end][length] == names[begin][length])
        ++end;
      add(names.subspan(begin, end - begin), length + 1);
      begin = end;
    }
  }

  [[nodiscard]] std::vector<std::string> take() { return std::move(made_); }

private:
  [[nodiscard]] bool is_chosen(const std::string &name) const { return std::ranges::binary_search(chosen_, name); }

  const std::vector<std::string> &chosen_;
  std::vector<std::string> made_;
};

} // namespace

std::vector<std::string> opcode_globs(const std::vector<std::string> &chosen, std::span<const std::string> all) {
  GlobMaker maker(chosen);
  maker.add(all, 0);
  std::vector<std::string> made = maker.take();
  for (const std::string &name : chosen)
    if (!std::ranges::binary_search(all, name))
      made.push_back(name);
  return made;
}

} // namespace osaca::measure::compose
