// Instruction tables that others publish, damaged.
#pragma once

#include <string>

namespace osaca::test {

void instlatx64_table(const std::string &input);
void insn_bench_table(const std::string &input);
void applecpu_table(const std::string &input);
void rvv_bench_table(const std::string &input);

} // namespace osaca::test
