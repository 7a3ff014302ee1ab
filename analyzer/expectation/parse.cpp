#include "base/format.h"
#include "base/name_matching.h"
#include "base/text.h"
#include "expectation/expectation.h"
#include "report/rules.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

namespace osaca {
namespace {

constexpr std::array bound_kinds = {BoundKind::ports,  BoundKind::divider,      BoundKind::front_end,
                                    BoundKind::stores, BoundKind::loop_carried, BoundKind::memory};

struct NamedRule {
  const char *name;
  const char *rule;
};
constexpr NamedRule things[] = {{"divider", ""},
                                {"calls", "osaca-call"},
                                {"spills", "osaca-stack-spill"},
                                {"scalar", "osaca-scalar-code"},
                                {"unknown", "osaca-unknown-instruction"}};

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '-'; }
bool in_operator(char c) { return c == '<' || c == '>' || c == '='; }

/// Words are in lower case, because Fortran's directives may be written in upper case.
struct Token {
  std::string word;
  std::string written;
};

/// Whether the next token is a value that must keep its case, such as L3 or 64 kB.
bool is_in_value(const std::vector<Token> &tokens) {
  constexpr std::size_t most_before = 3; // "data ( 48"
  for (std::size_t i = tokens.size(); i > 0 && tokens.size() - i < most_before; --i) {
    const std::string &token = tokens[i - 1].word;
    if (token == ")" || token == ",")
      return false;
    if (token == "data" || token == "rows")
      return true;
  }
  return false;
}

/// Splits into words, numbers, operators, parentheses and commas.
std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> tokens;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      ++i;
      continue;
    }
    std::size_t end = i + 1;
    if (in_word(c))
      while (end < text.size() && in_word(text[end]))
        ++end;
    else if (in_operator(c))
      while (end < text.size() && in_operator(text[end]))
        ++end;
    const std::string written(text.substr(i, end - i));
    tokens.push_back({is_in_value(tokens) ? written : lower_cased(written), written});
    i = end;
  }
  return tokens;
}

using Words = std::vector<std::string>;

std::optional<Comparator> comparator_named(const std::string &word) {
  if (word == "<=")
    return Comparator::less_or_equal;
  if (word == "<")
    return Comparator::less;
  if (word == "==" || word == "=")
    return Comparator::equal;
  if (word == ">=")
    return Comparator::greater_or_equal;
  if (word == ">")
    return Comparator::greater;
  return std::nullopt;
}

std::string suggested(const std::string &word, const Words &known) { return suggestion(word, known); }

constexpr std::size_t most_conditions = 64; // much more than one loop needs

class Parser {
public:
  explicit Parser(std::string_view text) : tokens_(tokens_of(text)) {}

  ParsedExpectations parse() {
    while (!at_end())
      if (out_.expectations.size() + out_.problems.size() >= most_conditions) {
        fail(format_text("only the first {} conditions of a pragma are checked", most_conditions));
        break;
      } else if (!clause()) {
        break;
      }
    return std::move(out_);
  }

private:
  [[nodiscard]] bool at_end() const { return next_ >= tokens_.size(); }
  [[nodiscard]] bool at(std::string_view token) const { return !at_end() && tokens_[next_].word == token; }
  bool fail(std::string problem) {
    out_.problems.push_back(std::move(problem));
    return false;
  }

  bool clause() {
    if (at(",") || at(";")) { // between clauses, as in OpenMP
      ++next_;
      return true;
    }
    const std::string written = tokens_[next_].written;
    const std::string name = tokens_[next_++].word;
    const Words known = {"expect", "bound", "no", "data", "rows"};
    if (std::ranges::find(known, name) == known.end())
      return fail(
          format_text("unknown clause '{}', expected expect(...), bound(...), no(...), data(...) or rows(...){}",
                      written.substr(0, 40), suggested(name, known)));
    if (!at("("))
      return fail(format_text("missing '(' after '{}'", name));
    ++next_;
    std::vector<Words> items(1);
    while (!at_end() && !at(")")) {
      if (at("("))
        return fail(format_text("unexpected '(' within '{}(...)'", name));
      if (at(",") && items.size() == most_conditions) {
        add_items(name, items);
        return fail(format_text("only the first {} conditions of a clause are checked", most_conditions));
      }
      if (at(","))
        items.emplace_back();
      else
        items.back().push_back(tokens_[next_].word);
      ++next_;
    }
    if (at_end())
      return fail(format_text("missing ')' after '{}(...'", name));
    ++next_;
    if (name == "data" || name == "rows")
      add_data(name, items);
    else
      add_items(name, items);
    return true;
  }

  void add_data(const std::string &clause, const std::vector<Words> &items) {
    if (items.size() != 1 || items.front().empty())
      return static_cast<void>(fail(format_text("'{}(...)' takes exactly one value", clause)));
    const std::string text = joined(items.front(), " ");
    const Expected<DataPlace> said = clause == "data" ? parse_data_place(text) : parse_rows(text);
    if (!said)
      return static_cast<void>(fail(said.error().message));
    if (clause == "data") {
      out_.data.level = said->level;
      out_.data.bytes = said->bytes;
    } else {
      out_.data.row_bytes = said->row_bytes;
      out_.data.row_elements = said->row_elements;
    }
  }

  /// The level of "data L3" in a clause, which applies to the clause's conditions on cycles.
  std::string level_among(const std::vector<Words> &items) {
    std::string level;
    for (const Words &item : items) {
      if (item.empty() || item.front() != "data")
        continue;
      const Expected<DataPlace> said = parse_data_place(joined(Words(item.begin() + 1, item.end()), " "));
      if (said && !said->level.empty())
        level = said->level;
      else
        fail(format_text("'{}': with a condition, 'data' must name a level, as in 'data L3'",
                         joined(item, " ").substr(0, 60)));
    }
    return level;
  }

  void add_items(const std::string &clause, const std::vector<Words> &items) {
    Words archs;
    for (const Words &item : items)
      if (!item.empty() && item.front() == "arch") {
        for (auto word = item.begin() + 1; word != item.end(); ++word)
          if (*word != "|" && *word != "or")
            archs.push_back(*word);
        if (item.size() < 2)
          fail("missing name after 'arch'");
        if (archs.size() > most_conditions) {
          fail(format_text("more than {} names after 'arch'", most_conditions));
          archs.resize(most_conditions);
        }
      }
    const std::string level = level_among(items);
    bool any = false;
    for (const Words &item : items) {
      if (!item.empty() && (item.front() == "arch" || item.front() == "data"))
        continue;
      any = true;
      if (item.empty()) {
        fail(format_text("'{}(...)' contains an empty condition", clause));
        continue;
      }
      auto condition = clause == "expect" ? expected(item) : clause == "bound" ? bound(item) : without(item);
      if (!condition)
        continue;
      const std::string of_level = set_level(*condition, level);
      out_.expectations.push_back(
          {*std::move(condition), archs,
           (clause == "expect" ? joined(item, " ") : format_text("{}({})", clause, joined(item, " "))) + of_level});
    }
    if (!any)
      fail(format_text("'{}(...)' contains no condition", clause));
  }

  using Condition = decltype(Expectation::condition);

  /// Returns the text that messages add to the condition. Bounds and vectors do not depend on where the data are.
  static std::string set_level(Condition &condition, const std::string &level) {
    CyclesCondition *cycles = std::get_if<CyclesCondition>(&condition);
    if (cycles == nullptr || level.empty())
      return "";
    cycles->level = level;
    return " with data in " + level;
  }

  std::optional<Condition> wrong(std::string problem) {
    out_.problems.push_back(std::move(problem));
    return std::nullopt;
  }

  std::optional<Condition> expected(const Words &words) {
    if (words.front() == "exists" || words.front() == "vectorised" || words.front() == "vectorized") {
      if (words.size() > 1)
        return wrong(format_text("unexpected text after '{}'", words.front()));
      if (words.front() == "exists")
        return ExistsCondition{};
      return VectorCondition{Comparator::greater_or_equal, 64};
    }
    if (words.front() == "cycles")
      return cycles(words);
    if (words.front() == "vector")
      return vector(words);
    return wrong(format_text("unknown condition '{}' in 'expect(...)'{}", joined(words, " ").substr(0, 60),
                             suggested(words.front(), {"cycles", "vector", "vectorised", "exists"})));
  }

  std::optional<Condition> cycles(const Words &words) {
    const std::optional<Comparator> comparator = words.size() > 1 ? comparator_named(words[1]) : std::nullopt;
    const Cycles none(-1);
    const Cycles limit = words.size() > 2 ? Cycles::parse(words[2]).value_or(none) : none;
    if (!comparator || limit < Cycles())
      return wrong(format_text("invalid condition '{}'; write it like 'cycles <= 4.0 per iteration'",
                               joined(words, " ").substr(0, 60)));
    const std::string unit = joined(Words(words.begin() + 3, words.end()), " ");
    if (!unit.empty() && unit != "per iteration" && unit != "per source iteration")
      return wrong(format_text("unknown unit '{}'; use 'per iteration' or 'per source iteration'", unit.substr(0, 60)));
    return CyclesCondition{*comparator, limit, unit == "per source iteration", {}};
  }

  std::optional<Condition> vector(const Words &words) {
    const std::optional<Comparator> comparator = words.size() > 1 ? comparator_named(words[1]) : std::nullopt;
    const std::optional<unsigned> bits =
        words.size() > 2 && words[2].size() < 6 ? parse_number<unsigned>(words[2]) : std::nullopt;
    if (!comparator || !bits || words.size() > 4 || (words.size() == 4 && words[3] != "bits"))
      return wrong(
          format_text("invalid condition '{}'; write it like 'vector >= 256 bits'", joined(words, " ").substr(0, 60)));
    return VectorCondition{*comparator, static_cast<int>(*bits)};
  }

  std::optional<Condition> bound(const Words &words) {
    BoundCondition condition;
    Words known;
    for (const BoundKind kind : bound_kinds)
      known.emplace_back(name_of(kind));
    for (const std::string &word : words) {
      if (word == "or" || word == "|")
        continue;
      const auto kind =
          std::ranges::find_if(bound_kinds, [&word](BoundKind candidate) { return name_of(candidate) == word; });
      if (kind == bound_kinds.end())
        return wrong(format_text("unknown bound '{}', expected ports, divider, front_end, stores, lcd or memory{}",
                                 word.substr(0, 40), suggested(word, known)));
      condition.any_of.push_back(*kind);
    }
    return condition;
  }

  std::optional<Condition> without(const Words &words) {
    const std::string &thing = words.front();
    if (words.size() > 1)
      return wrong(format_text("invalid condition '{}' in 'no(...)'; separate the names with commas",
                               joined(words, " ").substr(0, 60)));
    if (thing == "alignment")
      return PlaceCondition{};
    Words known = {"alignment"};
    for (const NamedRule &named : things) {
      if (thing == named.name)
        return WithoutCondition{thing, named.rule};
      known.emplace_back(named.name);
    }
    for (const Rule &rule : rules()) {
      const std::string_view id = rule.id;
      if (id == thing || id.substr(6) == thing)
        return WithoutCondition{thing, std::string(id)};
      known.emplace_back(id);
    }
    return wrong(format_text("unknown condition '{}' in 'no(...)'{}", thing.substr(0, 40), suggested(thing, known)));
  }

  std::vector<Token> tokens_;
  std::size_t next_ = 0;
  ParsedExpectations out_;
};

} // namespace

ParsedExpectations parse_expectations(std::string_view clauses) { return Parser(clauses).parse(); }

} // namespace osaca
