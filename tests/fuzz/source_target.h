// Source text, fed with damage.
#pragma once

#include <string>

namespace osaca::test {

/// C and C++ source text whose loops and pragmas are told.
void source_text(const std::string &input);

} // namespace osaca::test
