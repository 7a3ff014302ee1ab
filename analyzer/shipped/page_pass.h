// A pass over the description of the fields of model files (see model/fields/vocabulary.h). It generates the reference
// page, with a table for each map of a model file.
#pragma once

#include "model/fields/vocabulary.h"

#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace osaca::fields {

/// The table of one map. The tables of the maps inside that map follow.
struct PageTable {
  std::string path; ///< "core.loads[]"
  std::string about;
  std::string rows;
};

class PagePass {
public:
  /// Tables are appended to `tables`. The constructor appends this pass's own table.
  PagePass(std::vector<PageTable> &tables, std::string path, std::string about) : tables_(tables), at_(tables.size()) {
    tables.push_back({std::move(path), std::move(about), ""});
  }

  void constant(std::string_view key, std::string_view value, std::string_view help) {
    row(key, Need::required, "`" + std::string(value) + "`", help);
  }
  void integer(std::string_view key, int &, Need need, Limits limits, std::string_view help) {
    row(key, need, std::to_string(limits.least) + " to " + std::to_string(limits.most), help);
  }
  void truth(std::string_view key, bool &value, Need need, std::string_view help) {
    row(key, need,
        need == Need::required ? "`true` or `false`"
        : value                ? "`true` (default) or `false`"
                               : "`true` or `false` (default)",
        help);
  }
  void cycles(std::string_view key, Cycles &, Need need, std::string_view help) {
    row(key, need, "3, 0.25 or 1/3", help);
  }
  void percent(std::string_view key, double &, Need need, Limits limits, std::string_view help) {
    row(key, need, std::to_string(limits.least) + " to " + std::to_string(limits.most) + ", such as 4.25", help);
  }
  void text(std::string_view key, std::string &, Need need, const TextForm &form, std::string_view help) {
    row(key, need, form.says.empty() ? "string" : form.says, help);
  }
  void names(std::string_view key, std::vector<std::string> &, Need need, const TextForm &form, std::string_view help) {
    row(key, need, "list of words: " + std::string(form.says), help);
  }
  void notes(std::string_view key, std::vector<ArchNote> &, Need need, int, std::string_view help) {
    row(key, need, "list of strings", help);
  }
  void globs(std::string_view key, std::vector<std::string> &, Need need, std::string_view help) {
    row(key, need, "opcodes, globs", help);
  }
  void words(std::string_view key, std::vector<std::string> &, Need need, std::string_view help) {
    row(key, need, "list of words", help);
  }
  void demands(std::string_view key, std::vector<PortDemand> &, Need need, std::string_view help) {
    row(key, need, "`[\"A|B\", \"2*C\"]`", help);
  }
  void demands(std::string_view key, std::optional<std::vector<PortDemand>> &, Need need, std::string_view help) {
    row(key, need, "`[\"A|B\", \"2*C\"]`", help);
  }
  void port_set(std::string_view key, PortSet &, Need need, std::string_view help) { row(key, need, "`[A, B]`", help); }
  void vector_types(std::string_view key, VectorTypes &, Need need, std::string_view help) {
    row(key, need, "`[m1, e32m2]`", help);
  }
  void port_names(std::string_view key, std::map<std::string, std::vector<std::string>> &, Need need,
                  std::string_view help) {
    row(key, need, "map of units to ports", help);
  }
  void source(Provenance &) { row("source", Need::required, "a key of `sources`", "source of these figures"); }

  template <class Enum>
  void choice(std::string_view key, Enum &, Need need, Choices<Enum> choices, std::string_view help) {
    std::string words;
    for (const auto &[word, value] : choices)
      words += (words.empty() ? "`" : ", `") + std::string(word) + "`";
    row(key, need, words, help);
  }
  template <class T> void part(std::string_view key, T &value, Need need, std::string_view help) {
    if constexpr (std::is_same_v<T, SourcedCycles>)
      return row(key, need, "`{value: 3, source: KEY}`", help);
    if constexpr (std::is_same_v<T, SourcedTruth>)
      return row(key, need, "`{value: true, source: KEY}`", help);
    row(key, need, "map, [below](#" + anchor(key, "") + ")", "");
    PagePass inner(tables_, path(key, ""), std::string(help));
    describe(inner, value);
  }
  template <class T> void part(std::string_view key, std::optional<T> &, Need need, std::string_view help) {
    T value{};
    part(key, value, need, help);
  }
  template <class T>
  void list(std::string_view key, std::vector<T> &values, Need need, int most, std::string_view item,
            std::string_view help) {
    list(key, values, need, most, item, help, [](PagePass &pass, T &value) { describe(pass, value); });
  }
  template <class T, class Describe>
  void list(std::string_view key, std::vector<T> &, Need need, int most, std::string_view, std::string_view help,
            Describe describe_item) {
    row(key, need, "list of at most " + std::to_string(most) + ", [below](#" + anchor(key, "[]") + ")", "");
    T value{};
    PagePass inner(tables_, path(key, "[]"), std::string(help));
    describe_item(inner, value);
  }
  template <class T, class Describe>
  void map(std::string_view key, std::map<std::string, T> &, Need need, std::string_view, std::string_view help,
           Describe describe_item) {
    row(key, need, "map of names, [below](#" + anchor(key, "") + ")", "");
    T value{};
    PagePass inner(tables_, path(key, ""), std::string(help));
    describe_item(inner, value);
  }

  void row(std::string_view key, Need need, std::string_view values, std::string_view help);

private:
  [[nodiscard]] std::string path(std::string_view key, std::string_view suffix) const;
  [[nodiscard]] std::string anchor(std::string_view key, std::string_view suffix) const; ///< as GitHub derives it from
                                                                                         ///< the heading

  std::vector<PageTable> &tables_;
  std::size_t at_;
};

} // namespace osaca::fields
