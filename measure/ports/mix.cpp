#include "measure/ports/mix.h"

#include <algorithm>

namespace osaca::measure {

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
  const MixFigure figure = key.empty() ? MixFigure{0, true, 0} : measurer_(key);
  if (known != known_.end() && !figure.is_reliable)
    return known->second; // better than nothing
  epochs_[key] = epoch();
  return known_.insert_or_assign(std::move(key), figure).first->second;
}

} // namespace osaca::measure
