#include "measure/ports/mixes_file.h"

#include "base/format.h"
#include "base/index.h"
#include "base/text.h"
#include "measure/file/number_text.h"

#include <cmath>
#include <map>
#include <optional>

namespace osaca::measure {
namespace {

constexpr std::string_view mixes_head = "mix,cycles,spread,predicted,waiting";
constexpr std::string_view between_items = " + ";
constexpr int mix_digits = 3;
constexpr int spread_digits = 4;
constexpr int most_read_copies = 100000;
constexpr std::size_t most_read_items = 64; // more than in any timed mix; their copies can be added up

/// A name that can be used in a column.
std::string without_commas(std::string name) {
  std::erase(name, ',');
  return name;
}

/// Cuts the text at the separator; without a separator the rest is the last part.
std::string_view next_part(std::string_view &rest, std::string_view separator) {
  const std::size_t end = rest.find(separator);
  const std::string_view part = rest.substr(0, end);
  rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + separator.size());
  return part;
}

struct ReadMix {
  Mix mix;
  bool is_known = true; ///< all of its forms are in the list
};

std::optional<ReadMix> read_mix(std::string_view text, const std::map<std::string, int, std::less<>> &forms) {
  if (text.empty())
    return std::nullopt;
  ReadMix made;
  while (!text.empty()) {
    std::string_view name = next_part(text, between_items);
    const auto copies = parse_number<int>(next_part(name, " "));
    if (!copies || *copies < 1 || *copies > most_read_copies || name.empty() || made.mix.size() == most_read_items)
      return std::nullopt;
    const auto form = forms.find(name);
    made.is_known = made.is_known && form != forms.end();
    if (form != forms.end())
      made.mix.push_back({form->second, *copies});
  }
  return made;
}

/// The figure in a line; none if it is unreliable.
std::optional<MixFigure> read_figure(std::string_view rest) {
  const std::string_view cycles_text = next_part(rest, ",");
  const auto cycles = cycles_text.empty() ? std::optional(0.0) : parse_number<double>(cycles_text);
  const auto spread = parse_number<double>(next_part(rest, ","));
  (void)next_part(rest, ",");
  const auto waiting = parse_number<double>(rest);
  for (const auto &number : {cycles, spread, waiting})
    if (!number || !std::isfinite(*number) || *number < 0)
      return std::nullopt;
  return MixFigure{*cycles, *cycles > 0, *spread, *waiting};
}

} // namespace

std::string mix_text(const std::vector<FormUnderTest> &forms, const Mix &mix) {
  std::string text;
  for (const MixItem &item : mix)
    text += format_text("{}{} {}", text.empty() ? "" : std::string(between_items), item.copies,
                        without_commas(forms[at(item.form)].name));
  return text;
}

std::string mix_line(const std::vector<FormUnderTest> &forms, const Mix &mix, const MixFigure &figure,
                     std::optional<double> predicted) {
  return format_text("{},{},{},{},{}\n", mix_text(forms, mix),
                     figure.is_reliable ? decimal(figure.cycles, mix_digits) : "",
                     decimal(figure.spread, spread_digits), predicted ? decimal(*predicted, mix_digits) : "",
                     decimal(figure.chain_cycles, mix_digits));
}

std::string mixes_text(const std::vector<FormUnderTest> &forms, const MixLog &log, const PortMap *map) {
  std::string out = std::string(mixes_head) + "\n";
  for (const auto &[mix, figure] : log.all())
    out += mix_line(forms, mix, figure, map == nullptr ? std::nullopt : predicted_cycles(*map, mix));
  return out;
}

Expected<std::size_t> read_mixes(std::string_view text, const std::string &name,
                                 const std::vector<FormUnderTest> &forms, MixLog &log) {
  std::map<std::string, int, std::less<>> by_name;
  for (std::size_t i = 0; i < forms.size(); ++i)
    by_name.emplace(without_commas(forms[i].name), static_cast<int>(i));
  if (next_part(text, "\n") != mixes_head)
    return Error{format_text("not a file of mixes: the first line is not '{}'", mixes_head), {name, 1, 0}};
  const std::size_t before = log.all().size();
  for (int line = 2; !text.empty(); ++line) {
    if (text.find('\n') == std::string_view::npos)
      break; // the last line is incomplete
    std::string_view row = next_part(text, "\n");
    const auto mix = read_mix(next_part(row, ","), by_name);
    const auto figure = read_figure(row);
    if (!mix || !figure)
      return Error{"expected a mix and its cycles", {name, line, 0}};
    if (mix->is_known && figure->is_reliable)
      log.remember(mix->mix, *figure);
  }
  return log.all().size() - before;
}

} // namespace osaca::measure
