// `osaca doctor`: all that it found out, and how it is shown.
#pragma once

#include "driver/doctor/doctor_probe.h"
#include "driver/programs/installation.h"
#include "osaca/machine.h"

#include <optional>
#include <string>
#include <vector>

namespace osaca::driver {

struct DoctorReport {
  Installation installation;
  MachineInfo machine;
  BuiltWith built_with;
  std::vector<Diagnosis> diagnoses;
  std::vector<std::string> remarks;  ///< what was not looked at
  std::optional<bool> found_by_name; ///< -fplugin=osaca.so; empty: no compiler to ask
  std::string cmake_version;         ///< on PATH; empty: none
  std::string ccache_version;        ///< likewise
  bool ccache_stands_for_compilers = false;

  [[nodiscard]] const Diagnosis *first_working() const;
};

[[nodiscard]] std::string doctor_text(const DoctorReport &report, bool colour);

/// docs/use/doctor.md describes it.
[[nodiscard]] std::string doctor_json(const DoctorReport &report);

} // namespace osaca::driver
