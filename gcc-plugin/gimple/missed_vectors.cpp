// SPDX-License-Identifier: GPL-3.0-or-later
#include "gimple/missed_vectors.h"

#include "capture.h"
#include "front/locations.h"

// A function of GCC's vectoriser. It is declared here because its own header needs many others.
extern dump_user_location_t find_loop_location(class loop *loop) __attribute__((weak));

namespace osaca::gcc {
namespace {

constexpr const char *vectoriser = "tree-vect";
constexpr const char *missed = ": missed: ";
constexpr const char *refusal = "couldn't vectorize loop";
constexpr const char *not_vectorised = "not vectorized: ";
/// Message for a vector mode that is tried after a better mode was refused. It does not say why.
constexpr const char *no_such_vectors = "no vectype for stmt";

/// The place in the form in which GCC's messages begin.
std::string place_in_messages(class loop *loop) {
  const location_t location = plain(find_loop_location(loop).get_location_t());
  if (location <= BUILTINS_LOCATION)
    return {};
  const expanded_location at = expand_location(location);
  return at.file == nullptr ? std::string()
                            : std::string(at.file) + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
}

std::string without_blanks_before(const std::string &text) {
  const size_t first = text.find_first_not_of(' ');
  return first == std::string::npos ? std::string() : text.substr(first);
}

} // namespace

void MissedVectors::listen() {
  loops_at_.clear();
  reasons_.clear();
  if (find_loop_location == nullptr || flag_tree_loop_vectorize == 0 || current_loops == nullptr || stream_ != nullptr)
    return;
  dump_file_info *info = ::g->get_dumps()->get_dump_file_info_by_switch(vectoriser);
  if (info == nullptr || info->pstate != 0 || info->alt_state != 0)
    return;
  for (unsigned i = 1; i < vec_safe_length(current_loops->larray); ++i)
    if (class loop *loop = (*current_loops->larray)[i]) {
      const std::string place = place_in_messages(loop);
      if (!place.empty())
        loops_at_[place].push_back(loop->num);
    }
  stream_ = loops_at_.empty() ? nullptr : open_memstream(&text_, &length_);
  if (stream_ == nullptr)
    return;
  listened_to_ = info;
  info->alt_filename = "osaca"; // never opened, because the stream exists already
  info->alt_flags = MSG_MISSED_OPTIMIZATION | MSG_PRIORITY_USER_FACING | MSG_PRIORITY_REEMITTED;
  info->alt_stream = stream_;
  info->alt_state = 1;
}

void MissedVectors::take() {
  if (stream_ == nullptr)
    return;
  if (listened_to_->alt_stream == stream_) // otherwise the vectoriser's pass has closed the stream
    fclose(stream_);
  listened_to_->alt_stream = nullptr;
  listened_to_->alt_filename = nullptr;
  listened_to_->alt_flags = TDF_NONE;
  listened_to_->alt_state = 0;
  const std::string messages = text_ != nullptr ? std::string(text_, length_) : std::string();
  free(text_);
  text_ = nullptr;
  stream_ = nullptr;
  listened_to_ = nullptr;
  read(messages);
}

/// Each refusal is followed by its reason. Several vector modes are tried one after the other, the best first.
void MissedVectors::read(const std::string &messages) {
  std::vector<int> refused;
  for (size_t begin = 0; begin < messages.size();) {
    const size_t end = std::min(messages.find('\n', begin), messages.size());
    const std::string line = messages.substr(begin, end - begin);
    begin = end + 1;
    const size_t mark = line.find(missed);
    if (mark == std::string::npos)
      continue;
    std::string text = without_blanks_before(line.substr(mark + strlen(missed)));
    if (text.compare(0, strlen(refusal), refusal) == 0) {
      const auto loops = loops_at_.find(line.substr(0, mark));
      refused = loops != loops_at_.end() ? loops->second : std::vector<int>();
      continue;
    }
    if (text.compare(0, strlen(not_vectorised), not_vectorised) == 0)
      text.erase(0, strlen(not_vectorised));
    if (text.compare(0, strlen(no_such_vectors), no_such_vectors) == 0)
      continue;
    for (const int loop : refused)
      reasons_.emplace(loop, capture::compilers_words(text));
    refused.clear();
  }
}

std::string MissedVectors::reason_of(int loop) const {
  const auto reason = reasons_.find(loop);
  return reason != reasons_.end() ? reason->second : std::string();
}

} // namespace osaca::gcc
