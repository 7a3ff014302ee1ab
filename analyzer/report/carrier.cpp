#include "report/carrier.h"

namespace osaca {
namespace {

struct Text {
  std::string operator()(const std::monostate & /*nothing*/) const { return {}; }
  std::string operator()(const CarrierRegister &reg) const { return reg.name; }
  std::string operator()(const WrittenCarrier &written) const { return written.text; }
  std::string operator()(const CarrierAddress &address) const {
    std::string text = address.symbol;
    if (address.displacement != 0)
      text += (text.empty() || address.displacement < 0 ? "" : "+") + std::to_string(address.displacement);
    text += "(" + address.base;
    if (!address.index.empty())
      text += "," + address.index + (address.scale != 1 ? "*" + std::to_string(address.scale) : "");
    return text + ")";
  }
};

} // namespace

std::string text_of(const Carrier &carrier) { return std::visit(Text{}, carrier); }

bool is_register(const Carrier &carrier, const std::string &name) {
  const auto *reg = std::get_if<CarrierRegister>(&carrier);
  return reg != nullptr && reg->name == name;
}

} // namespace osaca
