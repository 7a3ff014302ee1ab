#include "shipped/schema_pass.h"

namespace osaca::fields {

SchemaPass::Json SchemaPass::definitions() {
  const std::string name = "[A-Za-z0-9_.]+";
  const std::string set = " *" + name + " *(\\| *" + name + " *)*";
  return {
      {"text", {{"type", "string"}, {"minLength", 1}, {"maxLength", 2000}}},
      {"cycles",
       {{"oneOf", Json::array({{{"type", "number"}, {"minimum", 0}, {"maximum", 1000000}},
                               {{"type", "string"}, {"pattern", "^[0-9]+(\\.[0-9]+|/[1-9][0-9]*)?$"}}})}}},
      {"source", {{"type", "string"}, {"description", "a key of 'sources'"}}},
      {"port_set", one_or_list({{"type", "string"}, {"pattern", "^" + set + "$"}})},
      {"demand",
       {{"type", "string"},
        {"description", "PORTS or n*PORTS"},
        {"pattern", "^( *[0-9]+(\\.[0-9]+|/[1-9][0-9]*)? *\\*)?" + set + "$"}}},
      {"demands",
       {{"oneOf",
         Json::array({reference("demand"), {{"type", "array"}, {"maxItems", 32}, {"items", reference("demand")}}})}}},
      {"pattern",
       {{"type", "string"}, {"pattern", "^[A-Za-z0-9_.*?]{1,100}$"}, {"description", "LLVM opcode name or glob"}}},
      {"patterns",
       {{"oneOf",
         Json::array({reference("pattern"), {{"type", "array"}, {"minItems", 1}, {"items", reference("pattern")}}})}}},
  };
}

} // namespace osaca::fields
