#include "driver/doctor/doctor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace osaca::driver {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(DoctorReport, SaysWhichKindOfCoreIsAssumed) {
  DoctorReport report;
  report.machine.cpu = "big";
  report.machine.model = ModelInfo{};
  report.machine.model->name = "big-model";
  EXPECT_THAT(doctor_text(report, false), HasSubstr("this machine        big, model big-model"));
  EXPECT_THAT(doctor_json(report), Not(HasSubstr("\"cores\"")));
  report.machine.cores = "this machine has several kinds of cores";
  EXPECT_THAT(doctor_text(report, false), HasSubstr(". this machine has several kinds of cores\n"));
  EXPECT_THAT(doctor_json(report), AllOf(HasSubstr("\"cpu\": \"big\""),
                                         HasSubstr("\"cores\": \"this machine has several kinds of cores\"")));
}

} // namespace
} // namespace osaca::driver
