// Port usage of made-up cores, which is known: it must come back up to the names of pipes, or be said to be unknown.
#include "made_up_core.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

namespace osaca::measure {
namespace {

constexpr PipeSet p(int a) { return PipeSet{1} << a; }
template <class... More> constexpr PipeSet p(int a, More... more) { return p(a) | p(more...); }

/// Four integer pipes of which one multiplies and two shift, two vector pipes, loads, a store pipe.
MadeUpCore ordinary_core() {
  MadeUpCore core;
  core.forms = {
      {"move", {}, 1, 0, 0, 0, "general"},
      {"add", {{p(0, 1, 2, 3)}}, 1, 0, 0, 0, "general"},
      {"sub", {{p(0, 1, 2, 3)}}, 1, 0, 0, 0, "general"},
      {"mul", {{p(1)}}, 1, 0, 0, 0, "general"},
      {"shift", {{p(1, 2)}}, 1, 0, 0, 0, "general"},
      {"select", {{p(0, 3)}}, 1, 0, 0, 0, "general"},
      {"logic", {{p(4, 5, 6)}}, 1, 0, 0, 0, "vector"},
      {"fma", {{p(4, 5)}}, 1, 0, 0, 0, "vector"},
      {"shuffle", {{p(5, 6)}}, 1, 0, 0, 0, "vector"},
      {"convert", {{p(6)}}, 1, 0, 0, 0, "vector"},
      {"load", {{p(7, 8)}}, 1, 0, 0, 1, "load"},
      {"store", {{p(9)}}, 1, 0, 0, 2, "store"},
  };
  return core;
}

PipeSet pipes_of(const PortMap &map, int form) {
  const FormUsage &usage = map.forms.at(static_cast<std::size_t>(form));
  return usage.demands.size() == 1 ? usage.demands.front().pipes : 0;
}

/// Single uops: as many pipes as in truth, alone and in common with each other form.
void expect_same_sets(const MadeUpCore &core, const PortMap &map) {
  for (std::size_t a = 0; a < core.forms.size(); ++a) {
    if (core.forms[a].uops.size() != 1)
      continue;
    EXPECT_EQ(map.forms[a].kind, FormUsage::Kind::uops) << core.forms[a].name << ": " << map.forms[a].reason;
    for (std::size_t b = 0; b <= a; ++b)
      if (core.forms[b].uops.size() == 1) {
        EXPECT_EQ(std::popcount(pipes_of(map, static_cast<int>(a)) & pipes_of(map, static_cast<int>(b))),
                  std::popcount(core.forms[a].uops.front().pipes & core.forms[b].uops.front().pipes))
            << core.forms[a].name << " and " << core.forms[b].name;
      }
  }
}

TEST(PortInference, FindsTheSetsOfACoreExactly) {
  const MadeUpCore core = ordinary_core();
  const PortMap map = core.inferred();
  EXPECT_DOUBLE_EQ(map.dispatch_width, 6);
  EXPECT_EQ(map.pipes, 10);
  EXPECT_EQ(map.forms[0].kind, FormUsage::Kind::no_pipe);
  EXPECT_TRUE(map.doubts.empty());
  expect_same_sets(core, map);
  EXPECT_LT(map.residual.worst, 1e-9);
  EXPECT_GT(map.residual.mixes, 30);
}

TEST(PortInference, NoiseOfTwoPercentChangesNothing) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    MadeUpCore core = ordinary_core();
    core.noise = core.spread = 0.02;
    core.seed = seed;
    const PortMap map = core.inferred();
    EXPECT_EQ(map.pipes, 10) << "seed " << seed;
    expect_same_sets(core, map);
    EXPECT_LT(map.residual.worst, 0.05);
  }
}

TEST(PortInference, FindsTheUopsOfFormsThatHaveSeveral) {
  MadeUpCore core = ordinary_core();
  core.noise = core.spread = 0.005;
  core.forms.push_back({"load and add", {{p(7, 8)}, {p(0, 1, 2, 3)}}, 1, 0, 0, 3, "load"});
  core.forms.push_back({"two adds", {{p(0, 1, 2, 3), 2}}, 2, 0, 0, 0, "general"});
  core.forms.push_back({"shift and shuffle", {{p(1, 2)}, {p(5, 6)}}, 2, 0, 0, 0, "vector"});
  core.forms.push_back({"wide fma", {{p(4, 5), 2}}, 1, 0, 0, 0, "vector"});
  core.forms.push_back({"add in memory", {{p(7, 8)}, {p(0, 1, 2, 3)}, {p(9)}}, 2, 0, 0, 3, "store"});
  const PortMap map = core.inferred();
  expect_same_sets(core, map);
  for (std::size_t i = 12; i < core.forms.size(); ++i) {
    const FormUsage &usage = map.forms[i];
    ASSERT_EQ(usage.kind, FormUsage::Kind::uops) << core.forms[i].name << ": " << usage.reason;
    double cycles = 0;
    for (const PipeDemand &one : usage.demands)
      cycles += one.cycles;
    double expected = 0;
    for (const PipeDemand &one : core.forms[i].uops) {
      expected += one.cycles;
      // Each set of the truth is that of some simple form; the same set must have been found.
      bool found = false;
      for (std::size_t k = 0; k < 12; ++k)
        if (core.forms[k].uops.size() == 1 && core.forms[k].uops.front().pipes == one.pipes)
          for (const PipeDemand &got : usage.demands)
            found = found || (got.pipes == pipes_of(map, static_cast<int>(k)) && got.cycles == one.cycles);
      EXPECT_TRUE(found) << core.forms[i].name;
    }
    EXPECT_DOUBLE_EQ(cycles, expected) << core.forms[i].name;
  }
  EXPECT_LT(map.residual.worst, 0.03);
}

TEST(PortInference, DistinguishesSlowUnitsFromPipes) {
  MadeUpCore core = ordinary_core();
  core.forms.push_back({"divide", {{p(5)}}, 1, 5, 1, 0, "vector"});
  core.forms.push_back({"root", {{p(5)}}, 1, 8, 1, 0, "vector"});
  core.forms.push_back({"integer divide", {{p(2)}}, 1, 6, 2, 0, "general"});
  const PortMap map = core.inferred();
  const FormUsage &divide = map.forms[12];
  const FormUsage &root = map.forms[13];
  const FormUsage &integer = map.forms[14];
  ASSERT_EQ(divide.kind, FormUsage::Kind::uops) << divide.reason;
  ASSERT_EQ(integer.kind, FormUsage::Kind::uops) << integer.reason;
  EXPECT_NEAR(divide.unit_cycles, 5, 0.01);
  EXPECT_EQ(divide.unit, root.unit);
  EXPECT_NE(divide.unit, integer.unit);
  EXPECT_EQ(map.units, 2);
}

TEST(PortInference, ReportsSetsThatNoMixDistinguishes) {
  // Two classes of three pipes on a core that takes up four instructions a cycle: 4, 5 or 6 pipes together look alike.
  MadeUpCore core;
  core.width = 4;
  core.forms = {
      {"move", {}}, {"add", {{p(0, 1, 2)}}, 1, 0, 0, 0, "general"}, {"logic", {{p(3, 4, 5)}}, 1, 0, 0, 0, "vector"}};
  const PortMap map = core.inferred();
  ASSERT_EQ(map.doubts.size(), 1U);
  EXPECT_EQ(map.doubts[0].least, 0);
  EXPECT_EQ(map.doubts[0].most, 2);
  EXPECT_EQ(map.pipes, 6); // sharing that nothing shows is not assumed
  EXPECT_FALSE(map.notes.empty());
}

TEST(PortInference, PartsOfAClassDecideWhatTheWholeLeavesOpen) {
  // As above, but a part of each class is told apart from the other class, and so is the rest.
  MadeUpCore core;
  core.width = 4;
  core.forms = {{"move", {}},
                {"add", {{p(0, 1, 2)}}, 1, 0, 0, 0, "general"},
                {"mul", {{p(0)}}, 1, 0, 0, 0, "general"},
                {"shift", {{p(1)}}, 1, 0, 0, 0, "general"},
                {"test", {{p(2)}}, 1, 0, 0, 0, "general"},
                {"logic", {{p(3, 4)}}, 1, 0, 0, 0, "vector"}};
  const PortMap map = core.inferred();
  EXPECT_TRUE(map.doubts.empty());
  EXPECT_EQ(map.pipes, 5);
  expect_same_sets(core, map);
}

TEST(PortInference, FormsWithoutReliableFiguresAreUnknown) {
  const MadeUpCore core = ordinary_core();
  MixMeasurer good = core.measurer();
  MixLog log([&](const Mix &mix) {
    MixFigure figure = good(mix);
    for (const MixItem &item : mix)
      figure.is_reliable = figure.is_reliable && item.form != core.index("shuffle");
    return figure;
  });
  const PortMap map = infer_ports(core.under_test(), log, {});
  const FormUsage &shuffle = map.forms[static_cast<std::size_t>(core.index("shuffle"))];
  EXPECT_EQ(shuffle.kind, FormUsage::Kind::unknown);
  EXPECT_FALSE(shuffle.reason.empty());
  EXPECT_EQ(map.pipes, 10);
}

TEST(PortInference, WithoutReliableMixesNoFormGetsPipesOfItsOwn) {
  const MadeUpCore core = ordinary_core();
  MixMeasurer good = core.measurer();
  MixLog log([&](const Mix &mix) {
    MixFigure figure = good(mix);
    figure.is_reliable = mix.size() == 1;
    return figure;
  });
  const PortMap map = infer_ports(core.under_test(), log, {});
  EXPECT_EQ(map.classes.size(), 1U); // the first one, which is measured alone
  int unknown = 0;
  for (const FormUsage &usage : map.forms)
    unknown += usage.kind == FormUsage::Kind::unknown && !usage.reason.empty();
  EXPECT_EQ(unknown, 10);
}

/// As real schedulers do: some mixes always take longer than they could, by as much as was seen on one.
TEST(PortInference, UnluckyMixesChangeLittle) {
  int forms = 0;
  int exact = 0;
  int too_few_pipes = 0;
  for (unsigned seed = 1; seed <= 40; ++seed) {
    const MadeUpCore core = ordinary_core();
    MixMeasurer good = core.measurer();
    MixLog log([&](const Mix &mix) {
      MixFigure figure = good(mix);
      std::mt19937 luck(seed); // NOLINT: the same mix is unlucky every time
      for (const MixItem &item : mix)
        luck.seed(luck() + 31U * static_cast<unsigned>(item.form) + 1009U * static_cast<unsigned>(item.copies));
      if (mix.size() > 1 && luck() % 10 == 0)
        figure.cycles *= 1.27;
      return figure;
    });
    const PortMap map = infer_ports(core.under_test(), log, {});
    for (std::size_t i = 0; i < core.forms.size(); ++i) {
      if (core.forms[i].uops.empty() || map.forms[i].kind != FormUsage::Kind::uops)
        continue;
      const int found = std::popcount(pipes_of(map, static_cast<int>(i)));
      const int truth = std::popcount(core.forms[i].uops.front().pipes);
      ++forms;
      exact += found == truth;
      too_few_pipes += found < truth;
    }
  }
  EXPECT_GT(forms, 40 * 10); // the others are said to be unknown
  EXPECT_GT(exact, forms * 95 / 100);
  EXPECT_LT(too_few_pipes, forms * 3 / 100); // some are taken for two uops
}

/// Integer pipes, shared in part with vectors, that do 4.2 additions per cycle instead of five.
MadeUpCore core_that_never_fills() {
  MadeUpCore core;
  core.reached = {{p(0, 1, 2, 3, 4), 4.2}};
  core.forms = {
      {"move", {}, 1, 0, 0, 0, "general"},
      {"add", {{p(0, 1, 2, 3, 4)}}, 1, 0, 0, 0, "general"},
      {"sub", {{p(0, 1, 2, 3, 4)}}, 1, 0, 0, 0, "general"},
      {"extend", {{p(0, 1, 4)}}, 1, 0, 0, 0, "general"},
      {"shift", {{p(2, 3)}}, 1, 0, 0, 0, "general"},
      {"mul", {{p(1)}}, 1, 0, 0, 0, "general"},
      {"logic", {{p(0, 1, 2)}}, 1, 0, 0, 0, "vector"},
      {"shuffle", {{p(0, 1)}}, 1, 0, 0, 0, "vector"},
      {"fma", {{p(1, 2)}}, 1, 0, 0, 0, "vector"},
      {"load", {{p(5, 6, 7)}}, 1, 0, 0, 1, "load"},
      {"store", {{p(8, 9)}}, 1, 0, 0, 2, "store"},
      {"load and add", {{p(5, 6, 7)}, {p(0, 1, 2, 3, 4)}}, 1, 0, 0, 3, "load"},
  };
  return core;
}

TEST(PortInference, PipesThatNeverFillAreFoundNevertheless) {
  int found = 0;
  for (unsigned seed = 1; seed <= 10; ++seed) {
    MadeUpCore core = core_that_never_fills();
    core.noise = core.spread = 0.005;
    core.seed = seed;
    const PortMap map = core.inferred();
    const bool is_told = map.rates.size() == 1 && std::popcount(map.rates[0].pipes) == 5 &&
                         std::abs(map.rates[0].uops_per_cycle - 4.2) < 0.1;
    if (!is_told)
      continue; // 4.2 additions per cycle may also be four pipes, measured wrongly
    std::size_t right = 0;
    for (std::size_t k = 1; k + 1 < core.forms.size(); ++k)
      right += map.forms[k].kind == FormUsage::Kind::uops &&
               std::popcount(pipes_of(map, static_cast<int>(k))) == std::popcount(core.forms[k].uops.front().pipes);
    EXPECT_GE(right + 1, core.forms.size() - 2) << "seed " << seed; // one of ten may be unknown
    ++found;
  }
  EXPECT_GE(found, 9);
}

/// A few figures are wrong by much, either way, every time they are asked for; one form alone seems to take nothing.
TEST(PortInference, WrongFiguresDoNotDecide) {
  int forms = 0;
  int right = 0;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    MadeUpCore core = ordinary_core();
    core.noise = core.spread = 0.005;
    MixMeasurer good = core.measurer();
    const int nothing_alone = core.index("shift");
    MixLog log([&](const Mix &mix) {
      MixFigure figure = good(mix);
      std::mt19937 luck(seed); // NOLINT: the same mix is wrong every time
      for (const MixItem &item : mix)
        luck.seed(luck() + 31U * static_cast<unsigned>(item.form) + 1009U * static_cast<unsigned>(item.copies));
      if (mix.size() > 1 && luck() % 40 == 0)
        figure.cycles *= luck() % 2 == 0 ? 0.6 : 1.7;
      if (mix.size() == 1 && mix[0].form == nothing_alone && mix[0].copies == 1)
        figure.cycles = 1.0 / 153;
      return figure;
    });
    const PortMap map = infer_ports(core.under_test(), log, {});
    EXPECT_DOUBLE_EQ(map.dispatch_width, 6);
    for (std::size_t i = 1; i < core.forms.size(); ++i) {
      if (static_cast<int>(i) == nothing_alone)
        continue;
      ++forms;
      right += map.forms[i].kind == FormUsage::Kind::uops &&
               std::popcount(pipes_of(map, static_cast<int>(i))) == std::popcount(core.forms[i].uops.front().pipes);
    }
  }
  EXPECT_GT(right, forms * 93 / 100);
}

TEST(PortInference, FiguresOfAnEarlierEpochAreAskedForAgain) {
  const MadeUpCore core = ordinary_core();
  MixMeasurer good = core.measurer();
  int epoch = 0;
  int asked = 0;
  // For the first mixes another thread is on the core, and nobody knows.
  MixLog log(
      [&](const Mix &mix) {
        MixFigure figure = good(mix);
        figure.cycles *= epoch == 0 ? 1.8 : 1;
        epoch = ++asked > 20 ? 1 : 0;
        return figure;
      },
      [&] { return epoch; });
  const PortMap map = infer_ports(core.under_test(), log, {});
  EXPECT_DOUBLE_EQ(map.dispatch_width, 6);
  expect_same_sets(core, map);
}

TEST(PortInference, NoiseBeyondTheLimitsIsNoGround) {
  int known = 0;
  int wrong = 0;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    MadeUpCore core = ordinary_core();
    core.noise = core.spread = 0.3;
    core.seed = seed;
    const PortMap map = core.inferred();
    for (std::size_t i = 0; i < core.forms.size(); ++i)
      if (core.forms[i].uops.size() == 1 && map.forms[i].kind == FormUsage::Kind::uops) {
        ++known;
        wrong += std::popcount(pipes_of(map, static_cast<int>(i))) != std::popcount(core.forms[i].uops[0].pipes);
      }
  }
  // Figures that are off by 30 % contradict each other: some forms may fit by chance, most must not.
  EXPECT_LT(known, 20 * 11 / 2);
  EXPECT_LT(wrong, 20 * 11 / 5);
}

// A limit that was reached is no fault of the core's: it is said as what it is.
TEST(PortInference, WhatWasNotMeasuredInTimeIsSaid) {
  const MadeUpCore core = ordinary_core();
  const MixMeasurer good = core.measurer();
  int asked = 0;
  MixLog log(
      [&](const Mix &mix) {
        ++asked;
        return good(mix);
      },
      nullptr, [&] { return asked >= 40; });
  const PortMap map = infer_ports(core.under_test(), log, {});
  EXPECT_EQ(asked, 40);
  for (const auto &[mix, figure] : log.all())
    EXPECT_TRUE(figure.is_reliable); // what was not measured is not among the mixes
  int late = 0;
  for (const FormUsage &usage : map.forms) {
    EXPECT_EQ(usage.reason.find("never agreed"), std::string::npos) << usage.reason;
    late += usage.kind == FormUsage::Kind::unknown && usage.reason.starts_with("the time limit was reached") ? 1 : 0;
  }
  EXPECT_GT(late, 0);
}

TEST(PortInference, NothingIsInferredFromNothing) {
  MixLog log([](const Mix &) { return MixFigure{}; });
  EXPECT_TRUE(infer_ports({}, log, {}).forms.empty());
  const PortMap map = infer_ports({{"a", "", 0}}, log, {});
  EXPECT_EQ(map.forms.at(0).kind, FormUsage::Kind::unknown);
}

/// Random cores: what was found predicts all mixes as the core itself, also those it was not made from.
TEST(PortInference, PredictsRandomCores) {
  std::mt19937 random(11); // NOLINT: the same every time
  int checked = 0;
  int exact = 0;
  for (int round = 0; round < 150; ++round) {
    MadeUpCore core;
    const int pipes = 2 + static_cast<int>(random() % 5);
    core.width = pipes + 1 + static_cast<int>(random() % 2);
    core.noise = core.spread = 0.01;
    core.seed = static_cast<unsigned>(round);
    core.forms.push_back({"move", {}});
    const int forms = 3 + static_cast<int>(random() % 6);
    for (int i = 0; i < forms; ++i)
      core.forms.push_back({"form " + std::to_string(i), {{1 + random() % ((PipeSet{1} << pipes) - 1)}}});
    const PortMap map = core.inferred();
    for (int tries = 0; tries < 40; ++tries) {
      Mix mix;
      for (int i = 0; i < 3; ++i)
        mix.push_back({static_cast<int>(random() % core.forms.size()), 1 + static_cast<int>(random() % 6)});
      const auto predicted = predicted_cycles(map, mix);
      if (!predicted)
        continue;
      ++checked;
      const double truth = core.cycles(mix);
      exact += std::abs(*predicted - truth) < 0.001 * truth;
      EXPECT_NEAR(*predicted / truth, 1, 0.2) << "core " << round;
    }
  }
  EXPECT_GT(checked, 150 * 36);
  EXPECT_GT(exact, checked * 97 / 100);
}

} // namespace
} // namespace osaca::measure
