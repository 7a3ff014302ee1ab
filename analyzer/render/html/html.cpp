// The file consists of an empty page in which the script draws, the style sheet, the data as JSON, the script, and the
// compressed details of loops if there are many. The content security policy in the head forbids all requests, whatever
// the data contain.
#include "render/html.h"

#include "base/format.h"
#include "render/html/assets.h"
#include "render/html/page_data.h"

namespace osaca {
namespace {

constexpr std::string_view head = R"html(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="osaca">
<link rel="icon" href="data:,">
<title>osaca report</title>
<style>
)html";

constexpr std::string_view body = R"html(</style>
</head>
<body>
<a class="skip" href="#main" id="skip">Skip to the content</a>
<header id="top">
<a class="brand" href="#/loops" title="All loops">osaca</a>
<nav id="views" aria-label="Views"></nav>
<span class="fill"></span>
<button type="button" id="theme" aria-label="Colours">Colours</button>
<button type="button" id="help-button" aria-label="Keyboard shortcuts" aria-haspopup="dialog">Keys <kbd>?</kbd></button>
</header>
<main id="main" tabindex="-1">
<noscript><p class="message">This report needs JavaScript, which is disabled in this browser. The text, JSON and
Markdown forms of the report contain the same figures.</p></noscript>
)html";

constexpr std::string_view after_main = R"html(</main>
<div id="announce" class="unseen" role="status" aria-live="polite"></div>
<dialog id="help" aria-label="Keyboard shortcuts"></dialog>
<script type="application/json" id="data">)html";

constexpr std::string_view before_script = "</script>\n<script>\n";
constexpr std::string_view after_script = "</script>\n";
constexpr std::string_view foot = "</body>\n</html>\n";

} // namespace

std::string render_html(const Collection &collection, const HtmlOptions &options) {
  const html::PageData data = html::page_data(collection, options);
  std::string out;
  for (const std::string_view part : {head, html::style_sheet(), body})
    out += part;
  if (!data.parts.empty())
    out += html::first_rows(collection);
  for (const std::string_view part :
       {after_main, std::string_view(data.page), before_script, html::script(), after_script})
    out += part;
  // The browser draws the list of loops before it has read the parts.
  for (std::size_t part = 0; part < data.parts.size(); ++part)
    out +=
        format_text("<script type=\"application/octet-stream\" id=\"part-{}\">{}</script>\n", part, data.parts[part]);
  out += foot;
  return out;
}

} // namespace osaca
