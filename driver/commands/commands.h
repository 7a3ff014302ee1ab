// The subcommands. Each gets the words after its name and returns the exit status.
#pragma once

#include "driver/command_line/words.h"

namespace osaca::driver {

[[nodiscard]] int run_analyze(const Words &words);
[[nodiscard]] int run_blocks(const Words &words);
[[nodiscard]] int run_capture(const Words &words);
[[nodiscard]] int run_completion(const Words &words);
[[nodiscard]] int run_config(const Words &words);
[[nodiscard]] int run_diff(const Words &words);
[[nodiscard]] int run_doctor(const Words &words);
[[nodiscard]] int run_manpage(const Words &words);
[[nodiscard]] int run_measure(const Words &words);
[[nodiscard]] int run_model(const Words &words);
[[nodiscard]] int run_models(const Words &words);
[[nodiscard]] int run_report(const Words &words);
[[nodiscard]] int run_rules(const Words &words);
[[nodiscard]] int run_scan(const Words &words);
[[nodiscard]] int run_show(const Words &words);

} // namespace osaca::driver
