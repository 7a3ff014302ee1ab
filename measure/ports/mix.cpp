#include "measure/ports/mix.h"

#include "base/format.h"

#include <algorithm>
#include <cmath>

namespace osaca::measure {

namespace {

constexpr double same_figure = 0.03; // relative difference

/// The lowest of two figures, or of three if the two differ.
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
  return figures[0]; // disturbances and unfavourable scheduling only add cycles
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
    return known->second; // better than no figure
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
    return "the time limit was reached before it was measured " + std::string(which);
  return format_text("its measurements {} never agreed", which);
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

namespace {

// Relative errors of figures whose runs agree. Long code distributes uops better than the short code that it is
// compared with.
constexpr double faster_error = 0.03;
constexpr double slower_error = 0.025;
constexpr double unlucky_part = 0.2; // the share of mixes that are slower than necessary ...
constexpr double unlucky_density = 0.25;
constexpr double unlucky_excess = 0.12; // ... by about this fraction
constexpr double wrong_part = 1e-4;     // the share of figures that are wrong by any amount

double bell(double deviation, double sigma) { return std::exp(-0.5 * deviation * deviation / (sigma * sigma)); }

} // namespace

double misfit(const MixPrediction &predicted, const MixFigure &figure) {
  if (!figure.is_reliable || figure.cycles <= 0)
    return 0;
  const double floor = std::max(predicted.cycles, figure.chain_cycles);
  if (floor <= 0)
    return 0;
  const double ratio = std::log(figure.cycles / floor);
  if (ratio < 0)
    return -std::log((1 - wrong_part) * bell(ratio, std::hypot(faster_error, figure.spread)) + wrong_part);
  const double excess = std::max(0.0, ratio - predicted.slack);
  const double lucky = (1 - unlucky_part) * bell(excess, std::hypot(slower_error, figure.spread));
  const double unlucky = unlucky_part * unlucky_density * std::exp(-excess / unlucky_excess);
  return -std::log(lucky + unlucky + wrong_part) + std::log(1 - unlucky_part + unlucky_part * unlucky_density);
}

double confidence_of_gap(double cost_gap) { return 1 / (1 + std::exp(-cost_gap)); }

} // namespace osaca::measure
