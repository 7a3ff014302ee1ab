// The probes of mechanisms, on cores that were made up to have them or not.
#include "measure/core_probes/dispatch_rules.h"
#include "measure/core_probes/pipe_test.h"
#include "measure/core_probes/probe.h"
#include "ruled_core.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

namespace osaca::measure::core_probes {
namespace {

/// Empty: there is no such finding, or it could not be told.
std::optional<double> value_named(const std::vector<ProbeFinding> &found, std::string_view name) {
  for (const ProbeFinding &one : found)
    if (one.name == name)
      return one.value;
  return std::nullopt;
}

constexpr double dispatch_width = 6;

double dispatch_of(const Lines &lines) { return static_cast<double>(lines.size()) / dispatch_width; }

/// Pieces of 64 bytes with more macro-ops come at so many bytes per cycle.
RuledCore core_with_density_limit(std::size_t kept, double bytes_per_cycle) {
  return RuledCore([=](const Lines &lines) {
    return lines.size() > kept ? std::max(dispatch_of(lines), 64 / bytes_per_cycle) : dispatch_of(lines);
  });
}

TEST(Unfused, OperationsAreDistinguishedFromThoseFusedWithTheirLoad) {
  RuledCore core([](const Lines &lines) {
    return (static_cast<double>(lines.size()) +
            static_cast<double>(count_with(lines, "vpshufd") + count_with(lines, "shlx"))) /
           dispatch_width;
  });
  const auto found = probe_unfused(core);
  EXPECT_EQ(value_named(found, "unfused.vector_immediate"), 1);
  EXPECT_EQ(value_named(found, "unfused.shlx"), 1);
  EXPECT_EQ(value_named(found, "unfused.relative_immediate"), 0);
  EXPECT_EQ(value_named(found, "unfused.bt"), 0);
}

TEST(DenseCode, HasItsLimitFound) {
  RuledCore core = core_with_density_limit(18, 16);
  const auto found = probe_dense_code(core);
  EXPECT_EQ(value_named(found, "dense_code.is_slower"), 1);
  EXPECT_EQ(value_named(found, "dense_code.kept_ops"), 18);
  EXPECT_EQ(value_named(found, "dense_code.decoded_bytes"), 16);
}

TEST(DenseCode, IsNotSlowerWhereNothingIsInItsWay) {
  RuledCore core(dispatch_of);
  const auto found = probe_dense_code(core);
  EXPECT_EQ(value_named(found, "dense_code.is_slower"), 0);
  EXPECT_EQ(value_named(found, "dense_code.kept_ops"), std::nullopt);
}

TEST(DenseCode, NeedsTwoKindsOfCodeThatAgree) {
  RuledCore core(
      [](const Lines &lines) { return count_with(lines, "xor") > 0 && lines.size() > 18 ? 4.5 : dispatch_of(lines); });
  EXPECT_EQ(value_named(probe_dense_code(core), "dense_code.is_slower"), std::nullopt);
}

TEST(DenseCode, IsNotClearWhereItBecomesSlowerBitByBit) {
  std::vector<CurvePoint> points;
  for (int x = 13; x <= 26; ++x)
    points.push_back({x, x / dispatch_width * (1 + 0.01 * (x - 13))});
  EXPECT_FALSE(density_limit(points).limit);
  EXPECT_FALSE(density_limit({}).limit);
  EXPECT_FALSE(density_limit({{13, 0}, {14, 0}, {15, 0}, {16, 0}}).limit);
}

/// Three pipes for vectors, one of which is closed beside 512 bits; two for these. Five pipes for integers.
double wide_core(const Lines &lines) {
  const int wide = count_with(lines, "zmm");
  const int narrow = count_with(lines, "vpaddd") - wide;
  const double vectors = wide > 0 ? (wide + narrow) / 2.0 : narrow / 3.0;
  return std::max({dispatch_of(lines), vectors, count_with(lines, "test") / 5.0});
}

TEST(WideVectors, CloseAPipeToNarrowOnes) {
  RuledCore core(wide_core);
  const auto found = probe_wide_vectors(core);
  EXPECT_EQ(value_named(found, "wide_vectors.from_bits"), 512);
  EXPECT_EQ(value_named(found, "wide_vectors.512_close_pipes_to_128"), 1);
  EXPECT_EQ(value_named(found, "wide_vectors.512_close_pipes_to_128.left"), 2);
  EXPECT_EQ(value_named(found, "wide_vectors.512_close_pipes_to_integers"), 0);
  EXPECT_EQ(value_named(found, "wide_vectors.256_close_pipes_to_128"), 0);
}

TEST(WideVectors, ThatTakeAPipeTwiceCloseNone) {
  RuledCore core([](const Lines &lines) {
    return std::max(dispatch_of(lines), (count_with(lines, "vpaddd") + count_with(lines, "zmm")) / 4.0);
  });
  const auto found = probe_wide_vectors(core);
  EXPECT_EQ(value_named(found, "wide_vectors.512_close_pipes_to_128"), 0);
  EXPECT_EQ(value_named(found, "wide_vectors.from_bits"), std::nullopt);
}

TEST(WideVectors, AreNotClearInBetween) {
  EXPECT_EQ(closes_pipes({3.67, 0.5, 4.5, 11}), std::nullopt);
  EXPECT_EQ(closes_pipes({3.67, 0.5, 2.0, 11}), std::nullopt); // faster than without
  EXPECT_EQ(pipes_left({3.67, 0.5, 5.0, 11}), std::nullopt);   // two and a half
  EXPECT_EQ(pipes_left({3.67, 0.5, 0.5, 11}), std::nullopt);
}

bool needs_two_flags(const std::string &line) {
  return line.starts_with("seta ") || line.starts_with("setbe ") || line.starts_with("cmova ") ||
         line.starts_with("cmovbe ");
}

TEST(Conditions, ThatNeedTwoFlagsTakeTwoSlots) {
  RuledCore core([](const Lines &lines) {
    const auto twice = static_cast<double>(std::ranges::count_if(lines, needs_two_flags));
    const double chain = count_with(lines, "cmp") > 0 ? 2 + twice : 0;
    return std::max(chain, dispatch_of(lines) + twice / dispatch_width);
  });
  const auto found = probe_conditions(core);
  for (const char *name : {"seta", "setbe", "cmova", "cmovbe"}) {
    EXPECT_EQ(value_named(found, std::string("conditions.") + name + ".slots"), 2) << name;
    EXPECT_EQ(value_named(found, std::string("conditions.") + name + ".latency"), 2) << name;
  }
  for (const char *name : {"sete", "setb", "cmovl", "cmovs"}) {
    EXPECT_EQ(value_named(found, std::string("conditions.") + name + ".slots"), 1) << name;
    EXPECT_EQ(value_named(found, std::string("conditions.") + name + ".latency"), 1) << name;
  }
}

TEST(Conditions, HaveNoSlotsThatAreNoWholeNumber) {
  RuledCore core(
      [](const Lines &lines) { return dispatch_of(lines) + 0.5 * count_with(lines, "set") / dispatch_width; });
  EXPECT_EQ(value_named(probe_conditions(core), "conditions.sete.slots"), std::nullopt);
}

/// Reads of high bytes take the pipe of products.
double high_byte_core(const Lines &lines) {
  const int high = count_with(lines, "h") - count_with(lines, "pshufd"); // no other line has this letter
  return std::max({dispatch_of(lines), static_cast<double>(high + count_with(lines, "imul")),
                   static_cast<double>(count_with(lines, "ptest")), count_with(lines, "pshufd") / 2.0});
}

TEST(HighBytes, ShareThePipeOfProducts) {
  RuledCore core(high_byte_core);
  const auto found = probe_high_bytes(core);
  EXPECT_EQ(value_named(found, "high_bytes.throughput"), 1);
  EXPECT_EQ(value_named(found, "high_bytes.same_pipe_as_imul"), 1);
  EXPECT_EQ(value_named(found, "high_bytes.same_pipe_as_compare_vector"), 0);
  EXPECT_EQ(value_named(found, "high_bytes.same_pipe_as_shuffle"), std::nullopt); // that has two
}

TEST(HighBytes, AreNotInTheWayOfAnythingWhereTheyGoAnywhere) {
  EXPECT_EQ(need_one_pipe({1, 0.25, 1}), std::nullopt);
  EXPECT_EQ(need_one_pipe({1, 1, 1.5}), std::nullopt);
  EXPECT_EQ(need_one_pipe({1, 1, 3}), std::nullopt);
  EXPECT_EQ(need_one_pipe({3, 1, 3}), false);
  EXPECT_EQ(need_one_pipe({3, 1, 4}), true);
}

RuledCore core_of_pipes(int pipes, double chains_are_slower) {
  return RuledCore([=](const Lines &lines) {
    const int chains = count_with(lines, "add");
    const double units = (chains + count_with(lines, "test")) / static_cast<double>(pipes);
    return std::max({dispatch_of(lines), chains > 0 ? std::max(1.0, units) * chains_are_slower : units});
  });
}

TEST(Binding, ShowsInChains) {
  RuledCore bound = core_of_pipes(5, 1.2);
  EXPECT_EQ(value_named(probe_binding(bound), "binding.at_entry"), 1);
  RuledCore free = core_of_pipes(5, 1);
  EXPECT_EQ(value_named(probe_binding(free), "binding.at_entry"), 0);
  RuledCore between = core_of_pipes(5, 1.08);
  EXPECT_EQ(value_named(probe_binding(between), "binding.at_entry"), std::nullopt);
}

TEST(Binding, IsUnknownIfDispatchIsNoFasterThanPipes) {
  RuledCore core = core_of_pipes(6, 1.2);
  EXPECT_EQ(value_named(probe_binding(core), "binding.at_entry"), std::nullopt);
  EXPECT_FALSE(bound_at_entry({0.5, 1 / dispatch_width, 4}).bound); // additions that are done at rename
}

TEST(Binding, ShowsInLoadsThatShareAUnit) {
  const auto core_of_units = [](int units) {
    return RuledCore([=](const Lines &lines) {
      const int others = count_with(lines, "(%rsi)");
      const bool share = count_with(lines, "8(%rax), %rcx") > 0 && units > 0 && (others + 1) % units == 0;
      return std::max(dispatch_of(lines), share ? 6.0 : 5.0);
    });
  };
  const char *name = "binding.loads_in_turn";
  RuledCore three = core_of_units(3);
  EXPECT_EQ(value_named(probe_binding(three), name), 1);
  RuledCore any = core_of_units(0);
  EXPECT_EQ(value_named(probe_binding(any), name), 0);
}

TEST(Binding, ShowsInChainsBesideMultiplications) {
  const auto core_with_delay = [](double cycles) {
    return RuledCore([=](const Lines &lines) {
      const int chain = count_with(lines, "add %rsi, %rax");
      return std::max(dispatch_of(lines), chain + cycles * count_with(lines, "imul"));
    });
  };
  const char *name = "binding.results_block";
  RuledCore late = core_with_delay(0.26);
  EXPECT_EQ(value_named(probe_binding(late), name), 1) << "measured on an Emerald Rapids";
  RuledCore never_late = core_with_delay(0);
  EXPECT_EQ(value_named(probe_binding(never_late), name), 0);
  RuledCore unclear = core_with_delay(0.08);
  EXPECT_EQ(value_named(probe_binding(unclear), name), std::nullopt);
}

TEST(Binding, ShowsGroupsInAdditionsThatWaitForTheMultiplier) {
  const auto core_with_delay = [](double cycles) {
    return RuledCore([=](const Lines &lines) {
      const double late = count_with(lines, "lea") > count_with(lines, "imul") ? cycles : 0;
      const double chain = count_with(lines, "add %rsi, %rax");
      return std::max({dispatch_of(lines), chain, count_with(lines, "imul") * (1 + late / 8)});
    });
  };
  const char *name = "binding.groups";
  RuledCore grouped = core_with_delay(4);
  const auto found = probe_binding(grouped);
  EXPECT_EQ(value_named(found, name), 1) << "measured on an EPYC (Genoa)";
  EXPECT_EQ(value_named(found, "binding.results_block"), std::nullopt) << "the chain may use other ports";
  RuledCore single = core_with_delay(0);
  EXPECT_EQ(value_named(probe_binding(single), name), 0);
  RuledCore unclear = core_with_delay(2);
  EXPECT_EQ(value_named(probe_binding(unclear), name), std::nullopt);
}

// Measured on an EPYC (Genoa): eight additions take 2.0 cycles, and 3.0 with a movd. With four ports that the movd
// shares, it would be 2.25.
TEST(VectorResults, DelayIntegerOperationsOrDoNot) {
  const auto core_with_delay = [](double delay) {
    return RuledCore([delay](const Lines &lines) {
      return std::max(dispatch_of(lines), count_with(lines, "lea") / 4.0 + delay * count_with(lines, "movd"));
    });
  };
  const char *name = "vector_results.delay";
  RuledCore late = core_with_delay(1);
  EXPECT_EQ(value_named(probe_vector_results(late), name), 1);
  RuledCore sharing = core_with_delay(0.25);
  EXPECT_EQ(value_named(probe_vector_results(sharing), name), 0);
  RuledCore unclear = core_with_delay(0.65);
  EXPECT_EQ(value_named(probe_vector_results(unclear), name), std::nullopt);
}

// The second list was measured on an Emerald Rapids, which has three load units.
TEST(Binding, CountsTheUnitsThatTakeTurns) {
  EXPECT_EQ(units_in_turn({0, 0, 0, 0, 0, 0, 0}), 1);
  EXPECT_EQ(units_in_turn({0, -0.03, 0.84, 0.02, 0.01, 1.18}), 3);
  EXPECT_EQ(units_in_turn({0, 1, 0, 1, 0, 1, 0}), 2);
  EXPECT_EQ(units_in_turn({0, 0.4, 0.9, 0, 0, 1, 0}), std::nullopt);
  EXPECT_EQ(units_in_turn({1, 1, 1, 1, 1, 1, 1}), std::nullopt) << "another load always delays the chain";
}

TEST(LoadsThatExtend, NeedAPipeOrNot) {
  RuledCore core([](const Lines &lines) {
    const double integers = count_with(lines, "test") / 5.0;
    const double vectors = (count_with(lines, "vpaddd") + count_with(lines, "vpmovzx")) / 3.0;
    return std::max({dispatch_of(lines), integers, vectors, count_with(lines, "(%rsi)") / 3.0});
  });
  const auto found = probe_loads_that_extend(core);
  EXPECT_EQ(value_named(found, "loads_that_extend.movzbl.needs_pipe"), 0);
  EXPECT_EQ(value_named(found, "loads_that_extend.vbroadcastss_ymm.needs_pipe"), 0);
  EXPECT_EQ(value_named(found, "loads_that_extend.vpmovzxbd_ymm.needs_pipe"), 1);
}

/// Three accesses in a cycle; loads of what was stored are renamed, `per_cycle` of them.
double renaming_core(const Lines &lines, double per_cycle) {
  const int renamed = count_with(lines, "mov 0(%rdi)") + count_with(lines, "mov (%rdi)");
  return std::max({dispatch_of(lines), count_with(lines, "(%rdi)") / 3.0, renamed / per_cycle});
}

TEST(RenamedLoads, TakeTurnsOrDoNot) {
  const char *name = "renaming.loads_in_turns";
  RuledCore one([](const Lines &lines) { return renaming_core(lines, 1); });
  EXPECT_EQ(value_named(probe_renaming(one), name), 1);
  RuledCore any([](const Lines &lines) { return renaming_core(lines, 6); });
  EXPECT_EQ(value_named(probe_renaming(any), name), 0);
  RuledCore between([](const Lines &lines) { return renaming_core(lines, 1.6); });
  EXPECT_EQ(value_named(probe_renaming(between), name), std::nullopt);
}

TEST(RenamedLoads, AreNoQuestionWhereNothingIsRenamed) {
  RuledCore core(
      [](const Lines &lines) { return count_with(lines, "mov (%rdi), %rax") > 0 ? 5 : renaming_core(lines, 6); });
  EXPECT_EQ(value_named(probe_renaming(core), "renaming.loads_in_turns"), std::nullopt);
}

TEST(RenamedLoads, AreLearnedUpToANumberOfPairs) {
  const auto core_that_learns = [](int most) {
    return [most](const Lines &lines) {
      const int pairs = count_with(lines, "mov (%r9), %rax");
      return pairs == 0 ? renaming_core(lines, 6) : pairs * (pairs <= most ? 1.0 : 7.0);
    };
  };
  const char *name = "renaming.learned_pairs";
  RuledCore some(core_that_learns(24));
  EXPECT_EQ(value_named(probe_renaming(some), name), 24);
  RuledCore none(core_that_learns(0));
  EXPECT_EQ(value_named(probe_renaming(none), name), 0);
  RuledCore all(core_that_learns(1000));
  EXPECT_EQ(value_named(probe_renaming(all), name), std::nullopt);
}

/// Nops are half as fast in between, as long as somebody else is on the core.
TEST(Crowding, IsNotedWhereItNeverEnds) {
  int calls = 0;
  RuledCore core([&](const Lines &lines) { return dispatch_of(lines) * (++calls < 6 ? 1 : 2); });
  const auto found = probe_dense_code(core);
  EXPECT_EQ(value_named(found, "dense_code.is_slower"), std::nullopt);
}

} // namespace
} // namespace osaca::measure::core_probes
