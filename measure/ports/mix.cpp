#include "measure/ports/mix.h"

#include <algorithm>

namespace osaca::measure {
namespace {

constexpr double same_figure = 0.03; // of it

/// The lowest of two or, if they differ, of three.
MixFigure agreed_figure(std::vector<MixFigure> figures, const std::function<MixFigure()> &another) {
  std::erase_if(figures, [](const MixFigure &one) { return !one.is_reliable; });
  if (figures.size() < 2)
    return figures.empty() ? MixFigure{} : figures.front();
  const auto lower = [](const MixFigure &a, const MixFigure &b) { return a.cycles < b.cycles; };
  std::ranges::sort(figures, lower);
  if (figures[1].cycles - figures[0].cycles <= same_figure * figures[1].cycles)
    return figures[0];
  if (const MixFigure third = another(); third.is_reliable)
    figures.push_back(third);
  std::ranges::sort(figures, lower);
  return figures[0]; // what disturbs, and schedulers that settle badly, only add
}

} // namespace

Mix normalised(const Mix &mix) {
  std::map<int, int> copies;
  for (const MixItem &item : mix)
    copies[item.form] += item.copies;
  Mix made;
  for (const auto &[form, count] : copies)
    if (count > 0)
      made.push_back({form, count});
  return made;
}

int copies_in(const Mix &mix) {
  int sum = 0;
  for (const MixItem &item : mix)
    sum += item.copies;
  return sum;
}

MixFigure MixLog::measured(const Mix &mix) {
  Mix key = normalised(mix);
  const auto known = known_.find(key);
  if (known != known_.end() && epochs_[key] == epoch())
    return known->second;
  if (is_over())
    return known != known_.end() ? known->second : MixFigure{};
  const MixFigure figure = key.empty() ? MixFigure{0, true, 0} : measurer_(key);
  if (known != known_.end() && !figure.is_reliable)
    return known->second; // better than nothing
  epochs_[key] = epoch();
  return known_.insert_or_assign(std::move(key), figure).first->second;
}

void MixLog::remember(const Mix &mix, const MixFigure &figure) {
  const Mix key = normalised(mix);
  epochs_[key] = epoch();
  confirmed_[key] = epoch();
  known_.insert_or_assign(key, figure);
}

std::string MixLog::reason_without_figures(std::string_view which) const {
  if (is_over())
    return "the time was over before it was measured " + std::string(which);
  return "runs of it " + std::string(which) + " never agreed";
}

void MixLog::confirm_all(int form) {
  std::vector<Mix> mixes;
  for (const auto &[mix, figure] : known_)
    if (std::ranges::any_of(mix, [&](const MixItem &item) { return item.form == form; }))
      mixes.push_back(mix);
  for (const Mix &mix : mixes) {
    const auto done = confirmed_.find(mix);
    if ((done != confirmed_.end() && done->second == epoch()) || is_over())
      continue;
    const std::vector<MixFigure> figures = {measured(mix), measurer_(mix)};
    confirmed_[mix] = epoch();
    known_[mix] = agreed_figure(figures, [&] { return measurer_(mix); });
  }
}

} // namespace osaca::measure
