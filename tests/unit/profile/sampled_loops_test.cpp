// Where samples were taken, in programs whose functions and loops are made by hand.
#include "profile/sampled_code.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace osaca {
namespace {

using testing::ElementsAre;
using testing::Eq;
using testing::Optional;

ProfileSample sample(const std::string &symbol, std::uint64_t offset, std::uint64_t address, double period = 1) {
  ProfileSample made;
  made.symbol = symbol;
  made.offset = offset;
  made.address = address;
  made.period = period;
  return made;
}

std::vector<const ProfileSample *> pointers(const std::vector<ProfileSample> &samples) {
  std::vector<const ProfileSample *> all;
  for (const ProfileSample &one : samples)
    all.push_back(&one);
  return all;
}

const std::vector<ProgramFunction> program = {{{"first"}, 0x1000, 0x1100},
                                              {{"twice"}, 0x2000, 0x2100},
                                              {{"twice"}, 0x3000, 0x3080},
                                              {{"last", "alias"}, 0x4000, 0x4010}};

TEST(AddressesInFile, FollowSymbolsWhereverTheProgramWasLoaded) {
  const std::vector<ProfileSample> samples = {
      sample("first", 0x10, 0x555500001010), sample("first", 0x10, 0x7f0000001010), sample("alias", 4, 0x555500004004)};
  EXPECT_THAT(addresses_in_file(pointers(samples), program),
              ElementsAre(Optional(Eq(0x1010U)), Optional(Eq(0x1010U)), Optional(Eq(0x4004U))));
}

TEST(AddressesInFile, TellStaticFunctionsOfOneNameApartByWhereTheProgramWas) {
  const std::vector<ProfileSample> samples = {sample("twice", 8, 0x10003008), sample("first", 0, 0x10001000),
                                              sample("twice", 8, 0x10002008), sample("twice", 8, 0x20002008)};
  EXPECT_THAT(addresses_in_file(pointers(samples), program),
              ElementsAre(Optional(Eq(0x3008U)), Optional(Eq(0x1000U)), Optional(Eq(0x2008U)), Eq(std::nullopt)))
      << "nobody knows where the program of the last one was";
}

TEST(AddressesInFile, KnowNothingOfWhatIsNotInTheProgram) {
  std::vector<ProfileSample> samples = {sample("elsewhere", 0, 0x1000), sample("last", 0x10, 0x4010),
                                        sample("first", ~0ULL, 0xfff)};
  samples.push_back(sample("first", 0, 0x1000));
  samples.back().offset.reset();
  EXPECT_THAT(addresses_in_file(pointers(samples), program), testing::Each(Eq(std::nullopt)));
}

TEST(EventsByLoop, CountForTheInnermostLoopOnly) {
  const ProgramLoop outer{-1, "first", {0x1000, 0x1004, 0x1008, 0x100c, 0x1010}, {}};
  const ProgramLoop inner{0, "first", {0x1004, 0x1008}, {}};
  const std::vector<ProfileSample> samples = {sample("first", 0, 0, 3), sample("first", 4, 0, 5),
                                              sample("first", 8, 0, 7), sample("first", 0x40, 0, 11)};
  const auto places = addresses_in_file(pointers(samples), program);
  EXPECT_THAT(events_by_loop(pointers(samples), places, {outer, inner}), ElementsAre(3, 12));
  EXPECT_THAT(events_by_loop(pointers(samples), places, {inner, outer}), ElementsAre(12, 3)) << "in whatever order";
}

} // namespace
} // namespace osaca
