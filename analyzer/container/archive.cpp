#include "container/archive.h"

#include "base/format.h"
#include "base/text.h"
#include "container/byte_ranges.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace osaca {
namespace {

constexpr std::string_view plain_magic = "!<arch>\n";
constexpr std::string_view thin_magic = "!<thin>\n";
constexpr std::uint64_t header_bytes = 60;
constexpr std::uint64_t largest_name_table_bytes = 256ULL << 20U;
constexpr std::size_t longest_name_bytes = 4096;

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && text.back() == ' ')
    text.remove_suffix(1);
  return text;
}

struct Member {
  std::string name; ///< as in the header, without blanks
  std::uint64_t content = 0;
  std::uint64_t size_bytes = 0;
};

/// Empty: there is no header at this offset.
std::optional<Member> member_at(const ByteSource &archive, std::uint64_t offset) {
  const std::string header = archive.read(offset, header_bytes);
  if (header.size() != header_bytes || header.substr(58) != "`\n")
    return std::nullopt;
  const auto size = parse_number<std::uint64_t>(without_blanks(std::string_view(header).substr(48, 10)));
  if (!size)
    return std::nullopt;
  return Member{std::string(without_blanks(std::string_view(header).substr(0, 16))), offset + header_bytes, *size};
}

class Walk {
public:
  using Visit = std::function<void(const std::string &, const ByteSource &)>;
  using Fail = std::function<void(const std::string &)>;

  Walk(const ByteSource &archive, const std::string &path, const FileOpener &open, const Visit &visit, const Fail &fail)
      : archive_(archive), path_(path), open_(open), visit_(visit), fail_(fail),
        thin_(archive.read(0, thin_magic.size()) == thin_magic) {}

  void run() {
    for (std::uint64_t at = plain_magic.size(); at < archive_.size_bytes();) {
      const std::optional<Member> member = member_at(archive_, at);
      if (!member)
        return fail_(format_text("the archive is damaged: there is no member header at byte {}", at));
      const bool is_table = member->name == "/" || member->name == "//" || member->name == "/SYM64/" ||
                            member->name.starts_with("/<"); // other tables of Microsoft's format
      const bool is_inside = is_table || !thin_;
      if (is_inside && member->size_bytes > archive_.size_bytes() - member->content)
        return fail_("the archive is truncated: a member extends past its end");
      if (member->name == "//" && member->size_bytes <= largest_name_table_bytes)
        names_ = archive_.read(member->content, member->size_bytes);
      else if (!is_table)
        visit_member(*member);
      at = member->content + (is_inside ? member->size_bytes : 0);
      at += at % 2; // headers begin at even offsets
    }
  }

private:
  void visit_member(Member member) {
    std::optional<std::uint64_t> origin;
    const std::optional<std::string> name = name_of(member, origin);
    if (!name)
      return fail_("the archive is damaged: a member has no name");
    if (!thin_)
      return visit_(*name, ByteRange(archive_, member.content, member.size_bytes));
    const std::size_t slash = path_.rfind('/');
    const bool beside = !name->starts_with('/') && slash != std::string::npos;
    const Expected<std::unique_ptr<ByteSource>> file = open_((beside ? path_.substr(0, slash + 1) : "") + *name);
    if (!file)
      return fail_("a member of this thin archive is missing: " + file.error().text());
    if (!origin)
      return visit_(*name, **file);
    // For a member of an archive that was added to this one, reads the member in that archive.
    const std::optional<Member> inner = member_at(**file, *origin);
    if (!inner || inner->size_bytes > (*file)->size_bytes() - inner->content)
      return fail_(format_text("the archive '{}' has changed since this thin archive was created from it", *name));
    visit_(*name, ByteRange(**file, inner->content, inner->size_bytes));
  }

  /// BSD stores a long name before the content. It is removed from `member`.
  std::optional<std::string> name_of(Member &member, std::optional<std::uint64_t> &origin) const {
    if (member.name.starts_with("#1/")) {
      const auto length = parse_number<std::uint64_t>(std::string_view(member.name).substr(3));
      if (!length || *length > std::min<std::uint64_t>(member.size_bytes, longest_name_bytes) || thin_)
        return std::nullopt;
      std::string name = archive_.read(member.content, *length);
      member.content += *length;
      member.size_bytes -= *length;
      return name.substr(0, name.find('\0'));
    }
    if (member.name.starts_with('/'))
      return long_name(std::string_view(member.name).substr(1), origin);
    return member.name.substr(0, member.name.find('/'));
  }

  /// "12" is an offset into the table of names. "12:345" in thin archives also has an offset into the archive of that
  /// name.
  [[nodiscard]] std::optional<std::string> long_name(std::string_view reference,
                                                     std::optional<std::uint64_t> &origin) const {
    const std::size_t colon = reference.find(':');
    if (colon != std::string_view::npos && !(origin = parse_number<std::uint64_t>(reference.substr(colon + 1))))
      return std::nullopt;
    const auto place = parse_number<std::uint64_t>(reference.substr(0, colon));
    if (!place || *place >= names_.size())
      return std::nullopt;
    constexpr std::string_view ends("\n\0", 2); // GNU's and Microsoft's
    const auto end = std::min(names_.find_first_of(ends, *place), names_.size());
    std::string name = names_.substr(*place, std::min<std::size_t>(end - *place, longest_name_bytes));
    if (name.ends_with('/'))
      name.pop_back();
    return name.empty() ? std::nullopt : std::optional(name);
  }

  const ByteSource &archive_;
  const std::string &path_;
  const FileOpener &open_;
  const Visit &visit_;
  const Fail &fail_;
  bool thin_;
  std::string names_;
};

} // namespace

std::string ByteRange::read(std::uint64_t offset, std::uint64_t count) const {
  if (offset >= size_bytes_)
    return {};
  return whole_.read(begin_ + offset, std::min(count, size_bytes_ - offset));
}

bool is_archive(const ByteSource &file) {
  const std::string begin = file.read(0, plain_magic.size());
  return begin == plain_magic || begin == thin_magic;
}

void for_each_member(const ByteSource &archive, const std::string &path, const FileOpener &open,
                     const std::function<void(const std::string &, const ByteSource &)> &visit,
                     const std::function<void(const std::string &)> &fail) {
  Walk(archive, path, open, visit, fail).run();
}

} // namespace osaca
