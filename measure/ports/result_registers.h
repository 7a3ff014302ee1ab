// Which form of a mix may write which registers. Forms that update a register need the more of them the longer they
// take to do so.
#pragma once

#include "measure/ports/mix.h"
#include "measure/ports/prepared_form.h"

namespace osaca::measure {

/// Of one operand; used in turn.
struct ResultRegisters {
  int form_operand = 0;
  std::vector<std::string> families;
  double chain_cycles = 0; ///< per round, because copies on the same register wait for each other
};

enum class RegisterSupply : std::uint8_t {
  shared,   ///< among all forms of the mix, by how long their copies wait for each other
  one_each, ///< so that copies do wait: what they take then is their latency
};

/// For each item of the mix. Error: there are not enough registers.
[[nodiscard]] Expected<std::vector<std::vector<ResultRegisters>>>
result_registers(FormPreparer &preparer, const std::vector<const PreparedForm *> &forms, const Mix &mix,
                 RegisterSupply supply);

} // namespace osaca::measure
