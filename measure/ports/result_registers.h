// Which form of a mix may write which registers.
#pragma once

#include "measure/ports/mix.h"
#include "measure/ports/prepared_form.h"

namespace osaca::measure {

/// Of one operand; used in turn.
struct ResultRegisters {
  int form_operand = 0;
  std::vector<std::string> families;
};

/// For each item of the mix. Error: there are not enough registers.
[[nodiscard]] Expected<std::vector<std::vector<ResultRegisters>>>
result_registers(FormPreparer &preparer, const std::vector<const PreparedForm *> &forms, const Mix &mix);

} // namespace osaca::measure
