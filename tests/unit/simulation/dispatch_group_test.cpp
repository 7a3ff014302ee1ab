#include "simulation/dispatch_group.h"

#include "sample_core.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace osaca::test {
namespace {

using testing::ElementsAre;

SchedulerDemand entering(std::uint32_t schedulers, bool is_branch = false) {
  SchedulerDemand demand;
  demand.schedulers = schedulers;
  demand.turn_set = 0b1111;
  demand.is_branch = is_branch;
  return demand;
}

const SchedulerDemand any_one = entering(0b1111);
const SchedulerDemand only_b = entering(0b0010);
const SchedulerDemand b_or_c = entering(0b0110); ///< B or C
const SchedulerDemand a_branch = entering(0b1001, true);
const SchedulerDemand a_taken_branch = entering(0b1000, true);

/// Four schedulers of one port each.
Core core_of_groups() {
  Core core;
  for (const char *name : {"A", "B", "C", "D"}) {
    core.ports.push_back({name, PortKind::execution});
    core.schedulers.push_back({name, PortSet{1} << core.schedulers.size(), 24, 0, false, false, false, 4, 0, {}});
  }
  core.dispatch_groups = DispatchGroups{2, 8, {}};
  return core;
}

class Groups : public testing::Test {
protected:
  /// The schedulers of the uops of a group, which ends with the first uop that does not fit.
  std::vector<int> form(const std::vector<SchedulerDemand> &uops) {
    group_.begin(schedulers_);
    for (const SchedulerDemand &uop : uops)
      if (!group_.add(uop))
        break;
    EXPECT_TRUE(group_.dispatch(schedulers_));
    std::vector<int> entered;
    for (int scheduler = group_.take(); scheduler >= 0; scheduler = group_.take())
      entered.push_back(scheduler);
    return entered;
  }

  void fill(int scheduler, int uops) {
    for (int u = 0; u < uops; ++u)
      schedulers_.enter(scheduler, any_one);
  }

  Core core_ = core_of_groups();
  Schedulers schedulers_{core_};
  DispatchGroup group_{core_};
};

TEST_F(Groups, take_turns) {
  EXPECT_THAT(form({any_one, any_one, any_one}), ElementsAre(0, 1, 2));
  EXPECT_THAT(form({any_one, any_one, any_one}), ElementsAre(3, 0, 1));
}

TEST_F(Groups, have_one_uop_with_a_choice_for_each_scheduler) {
  EXPECT_THAT(form({any_one, any_one, any_one, any_one, any_one, any_one}), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(form({b_or_c, b_or_c, b_or_c}), ElementsAre(1, 2));
}

TEST_F(Groups, have_two_uops_for_a_scheduler_without_a_choice) {
  EXPECT_THAT(form({only_b, only_b, only_b}), ElementsAre(1, 1));
}

TEST_F(Groups, place_uops_with_less_choice_first) {
  EXPECT_THAT(form({any_one, any_one, any_one, only_b}), ElementsAre(0, 2, 3, 1));
  EXPECT_THAT(form({any_one, b_or_c, any_one, b_or_c}), ElementsAre(3, 1, 0, 2))
      << "its turn comes after those of the others";
}

TEST_F(Groups, have_no_uop_with_a_choice_beside_one_without) {
  EXPECT_THAT(form({only_b, any_one, any_one, any_one, any_one}), ElementsAre(1, 0, 2, 3));
}

TEST_F(Groups, have_one_branch_for_each_of_its_schedulers) {
  EXPECT_THAT(form({a_branch, a_branch, a_branch}), ElementsAre(0, 3));
  EXPECT_THAT(form({a_branch, a_taken_branch}), ElementsAre(0, 3)) << "the taken branch has no choice";
}

TEST_F(Groups, have_branches_beside_other_uops) {
  EXPECT_THAT(form({any_one, any_one, any_one, any_one, a_taken_branch, a_branch}), ElementsAre(0, 1, 2, 3, 3, 0));
}

TEST_F(Groups, prefer_schedulers_with_fewer_occupied_entries) {
  fill(0, 7);
  EXPECT_THAT(form({any_one}), ElementsAre(0)) << "so few do not count";
  fill(1, 9);
  EXPECT_THAT(form({any_one, any_one, any_one, any_one}), ElementsAre(2, 3, 0, 1));
}

TEST_F(Groups, wait_for_room_for_all_their_uops) {
  fill(1, 23);
  group_.begin(schedulers_);
  EXPECT_TRUE(group_.add(only_b));
  EXPECT_TRUE(group_.dispatch(schedulers_));
  EXPECT_TRUE(group_.add(only_b));
  EXPECT_FALSE(group_.dispatch(schedulers_));
}

TEST_F(Groups, can_be_shortened) {
  group_.begin(schedulers_);
  for (const SchedulerDemand &uop : {any_one, any_one, only_b})
    ASSERT_TRUE(group_.add(uop));
  group_.shorten(2);
  EXPECT_EQ(group_.take(), 0);
  EXPECT_EQ(group_.take(), 1);
  EXPECT_EQ(group_.take(), -1);
}

TEST(Group, needs_the_field_of_the_core) {
  Core core = core_of_groups();
  core.dispatch_groups.reset();
  EXPECT_FALSE(DispatchGroup(core).is_used());
}

} // namespace
} // namespace osaca::test
