#include "measure/file/decimal.h"

#include <cstdio>

namespace osaca::measure {

std::string decimal(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

} // namespace osaca::measure
