#include "measure/ports/port_inference.h"

#include "base/format.h"
#include "base/index.h"
#include "measure/ports/class_finder.h"
#include "measure/ports/port_map.h"
#include "measure/ports/usage_finder.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>

namespace osaca::measure {

namespace {

constexpr double higher_rate = 1.05; // than the rate taken for the width
constexpr int most_inference_attempts = 2;
constexpr double more_than_one_slot = 1.5;
constexpr double least_free_slots = 0.5;  // per cycle, left by a class so that another form shows
constexpr double never_quite_full = 0.97; // of the rate that the class's pipes allow
constexpr double fastest_filling = 0.96;  // times what its pipes allow: a faster form has more pipes, or uses none
constexpr double least_class_filling = 0.6;
constexpr double most_class_spread = 0.12;     // between runs of a form alone
constexpr double least_class_confidence = 0.6; // that a form belongs to its class
constexpr double unexplained_alone = 1.1;      // times what its uops explain
constexpr int most_class_rounds = 2;
constexpr double nearly_as_good = 3; // misfit above that of the best structure

class Inference {
public:
  Inference(const std::vector<FormUnderTest> &forms, MixLog &log, const InferenceOptions &options)
      : forms_(forms), log_(log), options_(options), solo_(forms.size()) {}

  PortMap run() {
    map_.forms.resize(forms_.size());
    measure_alone();
    limits_ = dispatch_limits(log_, forms_, solo_);
    map_.dispatch_width = limits_.width;
    map_.width_is_seen = limits_.filler.has_value();
    if (limits_.width <= 0)
      return std::move(map_);
    find_slots();
    find_classes();
    find_usages();
    for (int more = 0; more < most_class_rounds && find_more_classes(); ++more)
      find_usages();
    find_slow_units(log_, map_);
    return std::move(map_);
  }

private:
  void show(std::size_t done, std::string_view step) const {
    if (options_.progress)
      options_.progress(done, forms_.size(), step);
  }

  void measure_alone() {
    for (std::size_t i = 0; i < forms_.size(); ++i) {
      show(i, "timing single forms");
      (void)log_.measured({{static_cast<int>(i), 1}});
    }
    // Measured at another time, so that the same disturbance is unlikely.
    for (std::size_t i = 0; i < forms_.size(); ++i) {
      show(i, "timing single forms again");
      log_.confirm_all(static_cast<int>(i));
      const MixFigure figure = log_.measured({{static_cast<int>(i), 1}});
      if (figure.is_reliable && figure.cycles > 0)
        solo_[i] = map_.forms[i].solo_cycles = figure.cycles;
      else
        map_.forms[i].reason = log_.reason_without_figures("alone");
    }
  }

  void find_slots() {
    for (std::size_t i = 0; i < forms_.size(); ++i) {
      show(i, "finding dispatch slots");
      if (solo_[i])
        map_.forms[i].slots = dispatch_slots(log_, limits_, static_cast<int>(i), *solo_[i]);
    }
  }

  [[nodiscard]] bool is_limited_by_dispatch(std::size_t form) const {
    return 1 / *solo_[form] >= dispatch_bound_share * limits_.width;
  }

  /// The numbers of pipes that the form may have if it is one uop; empty: it is not. A number that fills dispatch never
  /// shows.
  [[nodiscard]] std::vector<int> sizes_as_one_uop(std::size_t form) const {
    if (!forms_[form].may_be_class || !forms_[form].parts.empty() ||
        map_.forms[form].slots.value_or(1) >= more_than_one_slot)
      return {};
    const double spread = log_.measured({{static_cast<int>(form), 1}}).spread;
    if (spread > most_class_spread)
      return {};
    std::vector<int> sizes = plausible_sizes(*solo_[form], spread);
    std::erase_if(sizes, [&](int size) {
      return size > limits_.width - least_free_slots || *solo_[form] * size < fastest_filling;
    });
    return sizes;
  }

  /// The simplest forms first; of these, the ones with the most pipes; and of these, the ones that fill their pipes
  /// best, since they will keep pipes busy for all others.
  [[nodiscard]] std::vector<std::size_t> order() const {
    std::vector<std::size_t> made(forms_.size());
    std::iota(made.begin(), made.end(), 0);
    const auto place = [this](std::size_t form) {
      const double rate = solo_[form] ? 1 / *solo_[form] : 0;
      const long pipes = std::lround(rate);
      const long slack = std::lround(100 * std::abs(rate - static_cast<double>(pipes)));
      return std::tuple{forms_[form].rank, -pipes, slack};
    };
    std::ranges::stable_sort(made, [&](std::size_t a, std::size_t b) { return place(a) < place(b); });
    return made;
  }

  [[nodiscard]] SingleUop as_one_uop(std::size_t form) const {
    const bool is_first = std::ranges::none_of(finder_->classes(), [&](const KnownClass &known) {
      return forms_[at(known.representative.form)].group == forms_[form].group;
    });
    return {static_cast<int>(form), *solo_[form], sizes_as_one_uop(form), is_first};
  }

  void find_classes() {
    finder_.emplace(log_, limits_.width);
    std::size_t done = 0;
    for (const std::size_t form : order()) {
      show(done++, "finding classes");
      if (!solo_[form] || (is_limited_by_dispatch(form) && map_.width_is_seen))
        continue;
      const SingleUop one = as_one_uop(form);
      if (!one.sizes.empty() && finder_->add(one) == ClassFinder::Outcome::unmeasured) {
        never_agreed_.insert(form);
        map_.forms[form].reason = log_.reason_without_figures("together with other forms");
      }
    }
    take_over(*finder_);
  }

  /// Whether a form was refused because of a few mixes, although no uops of other forms explain its time alone: it gets
  /// a class of its own.
  [[nodiscard]] bool wants_own_class(std::size_t form) const {
    const FormUsage &usage = map_.forms[form];
    double uops = 0;
    for (const PipeDemand &one : usage.demands)
      uops += one.cycles;
    return usage.solo_cycles && solo_[form] && !never_agreed_.contains(form) && !is_member(form) && uops <= 1 &&
           *usage.solo_cycles > unexplained_alone * explained_cycles(usage, map_.dispatch_width) &&
           !sizes_as_one_uop(form).empty();
  }

  [[nodiscard]] bool is_member(std::size_t form) const {
    return std::ranges::any_of(finder_->classes(), [&](const KnownClass &one) {
      return std::ranges::find(one.members, static_cast<int>(form)) != one.members.end();
    });
  }

  /// Adds such classes. Returns whether there are any.
  bool find_more_classes() {
    std::vector<std::size_t> wanting;
    for (const std::size_t form : order())
      if (wants_own_class(form))
        wanting.push_back(form);
    bool found = false;
    for (const std::size_t form : wanting)
      found = finder_->add_anyway(as_one_uop(form)) == ClassFinder::Outcome::added || found;
    if (found)
      take_over(*finder_);
    return found;
  }

  void take_over(const ClassFinder &finder) {
    classes_ = finder.classes();
    structure_ = finder.candidates().front().structure;
    map_.pipes = structure_.pipes;
    map_.classes.clear();
    map_.rates.clear();
    map_.doubts.clear();
    map_.notes.clear();
    for (FormUsage &usage : map_.forms) {
      FormUsage anew;
      anew.solo_cycles = usage.solo_cycles;
      anew.slots = usage.slots;
      anew.reason = usage.kind == FormUsage::Kind::unknown && usage.confidence <= 0 ? usage.reason : "";
      usage = std::move(anew);
    }
    for (std::size_t i = 0; i < classes_.size(); ++i) {
      const PipeSet set = structure_.classes[i];
      map_.classes.push_back({classes_[i].representative.form, classes_[i].members, set});
      const double full = std::popcount(set);
      const double filling = std::max(1 / (classes_[i].representative.solo_cycles * full), least_class_filling);
      if (filling < never_quite_full)
        map_.rates.push_back({set, filling * full});
      for (const int member : classes_[i].members) {
        FormUsage &usage = map_.forms[at(member)];
        usage.kind = FormUsage::Kind::uops;
        usage.demands = {{set, 1}};
        usage.confidence = finder.confidence(member);
        if (usage.confidence < least_class_confidence) {
          usage.kind = FormUsage::Kind::unknown;
          usage.reason = "several sets of pipes explain its figures about equally well";
        }
      }
    }
    note_doubts(finder);
  }

  void note_doubts(const ClassFinder &finder) {
    std::size_t agreeing = 0;
    for (std::size_t a = 0; a < classes_.size(); ++a)
      for (std::size_t b = a + 1; b < classes_.size(); ++b) {
        SharingDoubt doubt{static_cast<int>(a), static_cast<int>(b), most_pipes, 0};
        agreeing = 0;
        for (const WeightedAssignment &one : finder.candidates()) {
          if (one.cost > finder.candidates().front().cost + nearly_as_good)
            continue;
          ++agreeing;
          const int shared = std::popcount(one.structure.classes[a] & one.structure.classes[b]);
          doubt.least = std::min(doubt.least, shared);
          doubt.most = std::max(doubt.most, shared);
        }
        if (doubt.least != doubt.most)
          map_.doubts.push_back(doubt);
      }
    if (agreeing > 1)
      map_.notes.push_back(
          format_text("{} assignments of pipes fit all figures about equally well; the best one is shown", agreeing));
    if (finder.is_truncated())
      map_.notes.push_back("the search dropped some possible assignments of pipes, because there were too many");
  }

  /// In the given order, the most frequent first, but each form after the forms that it consists of.
  [[nodiscard]] std::vector<std::size_t> parts_first() const {
    std::vector<std::size_t> made;
    std::vector<bool> has_place(forms_.size(), false);
    const auto add = [&](std::size_t form) {
      if (!has_place[form])
        made.push_back(form);
      has_place[form] = true;
    };
    for (std::size_t i = 0; i < forms_.size(); ++i) {
      for (const int part : forms_[i].parts)
        add(at(part));
      add(i);
    }
    return made;
  }

  /// Whether two uops may share one slot: one of them accesses memory.
  [[nodiscard]] bool may_hide_uops(std::size_t form) const {
    return forms_[form].works_on_memory || !map_.forms[form].slots;
  }

  void find_usages() {
    UsageFinder finder(log_, map_, forms_, blocking_sets(structure_, classes_, limits_.width));
    std::size_t done = 0;
    for (const std::size_t i : parts_first()) {
      show(done++, "finding uops");
      FormUsage &usage = map_.forms[i];
      const int form = static_cast<int>(i);
      if (usage.kind == FormUsage::Kind::uops) {
        if (may_hide_uops(i))
          finder.review(form);
      } else if (usage.solo_cycles && (usage.reason.empty() || usage.confidence > 0)) {
        finder.find(form);
      }
      if (usage.solo_cycles && is_limited_by_dispatch(i) && map_.width_is_seen)
        as_fast_as_dispatch(usage);
    }
  }

  /// Marks a form that needs no pipe alone; it may need some in mixes.
  static void as_fast_as_dispatch(FormUsage &usage) {
    if (usage.kind == FormUsage::Kind::uops)
      usage.demands_in_mixes = usage.demands;
    usage.kind = FormUsage::Kind::no_pipe;
    usage.reason = usage.demands_in_mixes.empty()
                       ? "it is as fast as dispatch"
                       : "it is as fast as dispatch alone, but not together with other forms";
    usage.demands.clear();
  }

  const std::vector<FormUnderTest> &forms_;
  MixLog &log_;
  const InferenceOptions &options_;
  std::vector<std::optional<double>> solo_;
  DispatchLimits limits_;
  std::optional<ClassFinder> finder_;
  std::set<std::size_t> never_agreed_; ///< forms whose runs in mixes differ too much
  std::vector<KnownClass> classes_;
  PipeAssignment structure_;
  PortMap map_;
};

} // namespace

PortMap infer_ports(const std::vector<FormUnderTest> &forms, MixLog &log, const InferenceOptions &options) {
  PortMap map;
  // A mix faster than the assumed width shows that the width is larger, and a core that becomes calmer shows that it
  // was disturbed before. Then the inference starts again and keeps the measurements that are still valid.
  for (int attempt = 0; attempt < most_inference_attempts; ++attempt) {
    const int epoch = attempt == 0 ? log.epoch() : -1;
    map = Inference(forms, log, options).run();
    if ((epoch < 0 || log.epoch() == epoch) && agreed_rate(log, forms) <= higher_rate * map.dispatch_width)
      break;
  }
  check_with_random_mixes(log, options.random_mixes, map);
  return map;
}

} // namespace osaca::measure
