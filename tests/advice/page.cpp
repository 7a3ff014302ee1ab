#include "page.h"

#include "run_process.h"

#include <algorithm>
#include <cstdio>
#include <set>
#include <sstream>

namespace osaca::advice {
namespace {

constexpr std::string_view begin_mark = "<!-- example: ";
constexpr std::string_view end_mark = "<!-- end of example -->";

/// Splits at blanks, but not within code. Words that would begin a list or a quotation at the start of a line stay with
/// the previous word.
std::vector<std::string> words_to_wrap(const std::string &paragraph) {
  std::vector<std::string> words;
  bool is_in_code = false;
  std::istringstream in(paragraph);
  for (std::string word; in >> word;) {
    const bool is_mark = word.find_first_not_of("*+-=>#|") == std::string::npos;
    if (!words.empty() && (is_in_code || is_mark))
      words.back() += " " + word;
    else
      words.push_back(word);
    is_in_code = is_in_code != (std::count(word.begin(), word.end(), '`') % 2 == 1);
  }
  return words;
}

/// The paragraph in lines that end with a line break.
std::string wrapped(const std::string &paragraph) {
  constexpr std::size_t widest = 100;
  std::string text;
  std::size_t width = 0;
  for (const std::string &word : words_to_wrap(paragraph)) {
    const bool fits = width + 1 + word.size() <= widest;
    if (width > 0)
      text += fits ? " " : "\n";
    text += word;
    width = (width > 0 && fits ? width + 1 : 0) + word.size();
  }
  return text + "\n";
}

std::string options_text(const Side &side) {
  std::string text;
  for (const std::string &option : side.options)
    text += (text.empty() ? "" : " ") + option;
  return text;
}

Expected<std::string> code_block(const std::filesystem::path &file) {
  const Expected<std::string> text = tests::content_of(file);
  if (!text)
    return text.error();
  const std::string language = file.extension() == ".cpp" ? "cpp" : "c";
  return "```" + language + "\n" + *text + "```\n";
}

std::string link_to(const Example &example, const std::filesystem::path &file) {
  const std::string path = "examples/" + example.rule.substr(std::string("osaca-").size()) + "/" + example.name + "/" +
                           file.filename().string();
  return "[" + file.filename().string() + "](" + path + ")";
}

/// "Good: [good.c](...), with `-O3`:" and the source.
Expected<std::string> side_text(const Example &example, const Side &side, const std::string &title) {
  std::string text = wrapped(title + ", " + link_to(example, side.source) + " with `" + options_text(side) + "`" +
                             (side.link_time ? ", analysed after linking:" : ":")) +
                     "\n";
  std::vector<std::filesystem::path> files{side.source};
  files.insert(files.end(), side.other_units.begin(), side.other_units.end());
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (i > 0)
      text += wrapped("Together with " + link_to(example, files[i]) + ":") + "\n";
    const Expected<std::string> block = code_block(files[i]);
    if (!block)
      return block.error();
    text += *block + "\n";
  }
  return text;
}

/// Empty if there is none, or several.
std::string the_machine(const std::vector<Figures> &figures) {
  std::set<std::string> machines;
  for (const Figures &one : figures)
    if (one.measured_ratio)
      machines.insert(one.machine);
  return machines.size() == 1 ? *machines.begin() : "";
}

std::string table(const Example &example, const std::vector<Figures> &figures) {
  const std::string machine = the_machine(figures);
  std::string text = "| compiler | core | predicted before | after | ratio | measured" +
                     (machine.empty() ? "" : " on " + machine) + " |\n| --- | --- | --- | --- | --- | --- |\n";
  for (const Figures &one : figures) {
    char ratio[32] = "";
    if (!one.bad_at_least && !one.good_at_least)
      std::snprintf(ratio, sizeof ratio, "%.2f", one.bad_cycles / one.good_cycles);
    char measured[64] = "";
    if (one.measured_ratio)
      std::snprintf(measured, sizeof measured, "%.2f (%s%s)", *one.measured_ratio,
                    machine.empty() ? (one.machine + ", ").c_str() : "", one.date.c_str());
    text += "| " + one.compiler + " | " + example.arch + " | " + cycles_text(one.bad_cycles, one.bad_at_least) + " | " +
            cycles_text(one.good_cycles, one.good_at_least) + " | " + ratio + " | " + measured + " |\n";
  }
  return text;
}

std::string same_results(Equality equality) {
  switch (equality) {
  case Equality::exact: return "The results are bitwise identical.";
  case Equality::rounding:
    return "The results differ at most in the last bits, because the operations are rounded in another order.";
  case Equality::approximate: return "The results differ by at most 0.00001 of the largest value.";
  }
  return "";
}

std::string remarks(const Example &example) {
  std::string text = same_results(example.equality);
  if (!example.measured.empty())
    text += " Measured with " + example.measured + ".";
  for (const std::string &remark : {example.note, example.remains, example.not_faster})
    text += " " + remark;
  if (!example.not_measured.empty())
    text += " Not measured: " + example.not_measured;
  return text;
}

} // namespace

Expected<std::string> example_block(const Example &example, const std::vector<Figures> &figures) {
  std::string text;
  if (example.is_one_source()) {
    const Expected<std::string> source = side_text(example, example.bad, "Before");
    if (!source)
      return source.error();
    text += *source +
            wrapped("After: the same source with `" + options_text(example.good) + "`" +
                    (example.good.link_time ? ", analysed after linking." : ".")) +
            "\n";
  } else {
    for (const auto &[side, title] : {std::pair(&example.bad, "Before"), std::pair(&example.good, "After")}) {
      const Expected<std::string> source = side_text(example, *side, title);
      if (!source)
        return source.error();
      text += *source;
    }
  }
  return text + table(example, figures) + "\n" + wrapped(remarks(example));
}

Expected<std::string> renewed_page(const std::string &page, const std::vector<Example> &of_rule) {
  std::istringstream in(page);
  std::string text;
  std::set<std::string> shown;
  bool is_inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line == end_mark)
      is_inside = false;
    if (!is_inside)
      text += line + "\n";
    if (!line.starts_with(begin_mark))
      continue;
    const std::string name = line.substr(begin_mark.size(), line.find(' ', begin_mark.size()) - begin_mark.size());
    const auto example =
        std::find_if(of_rule.begin(), of_rule.end(), [&](const Example &one) { return one.name == name; });
    if (example == of_rule.end() || !shown.insert(name).second)
      return Error{"the page shows the example '" + name + "', which does not exist or is shown twice"};
    const auto figures = read_figures(*example);
    if (!figures)
      return figures.error();
    const auto block = example_block(*example, *figures);
    if (!block)
      return block.error();
    text += "\n" + *block + "\n";
    is_inside = true;
  }
  if (is_inside)
    return Error{"an example has no '" + std::string(end_mark) + "'"};
  for (const Example &one : of_rule)
    if (shown.count(one.name) == 0)
      return Error{"the page does not show the example '" + one.name + "'"};
  return text;
}

} // namespace osaca::advice
