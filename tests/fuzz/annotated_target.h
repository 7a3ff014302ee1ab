#pragma once

#include <string>

namespace osaca::test {

/// A program, every source of which is the same text with annotated loops.
void annotated_program(const std::string &input);

} // namespace osaca::test
