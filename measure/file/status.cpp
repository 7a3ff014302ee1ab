#include "measure/file/status.h"

namespace osaca::measure {

std::string_view name_of(Status status) {
  switch (status) {
  case Status::ok: return "ok";
  case Status::empty: return "empty";
  case Status::invalid_hex: return "invalid_hex";
  case Status::unreadable_assembly: return "unreadable_assembly";
  case Status::undecodable: return "undecodable";
  case Status::privileged: return "privileged";
  case Status::too_long: return "too_long";
  case Status::illegal_instruction: return "illegal_instruction";
  case Status::fault: return "fault";
  case Status::too_many_pages: return "too_many_pages";
  case Status::arithmetic: return "arithmetic";
  case Status::trap: return "trap";
  case Status::timeout: return "timeout";
  case Status::crashed: return "crashed";
  case Status::impossible: return "impossible";
  case Status::unstable: return "unstable";
  case Status::exit_unknown: return "exit_unknown";
  case Status::unsupported: return "unsupported";
  }
  return "crashed";
}

std::string_view name_of(FormStatus status) {
  switch (status) {
  case FormStatus::ok: return "ok";
  case FormStatus::illegal: return "illegal";
  case FormStatus::faults: return "faults";
  case FormStatus::privileged: return "privileged";
  case FormStatus::impossible: return "impossible";
  case FormStatus::not_generated: return "not generated";
  }
  return "not generated";
}

std::optional<FormStatus> form_status_named(std::string_view name) {
  for (const FormStatus status : {FormStatus::ok, FormStatus::illegal, FormStatus::faults, FormStatus::privileged,
                                  FormStatus::impossible, FormStatus::not_generated})
    if (name_of(status) == name)
      return status;
  return std::nullopt;
}

} // namespace osaca::measure
