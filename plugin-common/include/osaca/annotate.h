/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Marks loops for osaca with macros that are empty where its plugin is not loaded, so that no compiler complains about
 * an unknown pragma. C and C++.
 *
 *     #include <osaca/annotate.h>
 *
 *     OSACA_ANALYZE
 *     for (int i = 0; i < n; ++i)
 *       ...
 *
 *     OSACA_LOOP(expect(cycles <= 4.0 per iteration, arch zen4) no(divider))
 *     for (...)
 *
 * The macros are pragmas if OSACA_PLUGIN is defined. CMake's osaca_analyze() defines it for its targets; elsewhere give
 * -DOSACA_PLUGIN beside -fplugin=osaca.so. What may stand in the parentheses is in docs/use/expectations.md.
 */
#ifndef OSACA_ANNOTATE_H
#define OSACA_ANNOTATE_H

#ifdef OSACA_PLUGIN
#define OSACA_PRAGMA_(text) _Pragma(#text)
#define OSACA_ANALYZE OSACA_PRAGMA_(osaca analyze)
#define OSACA_LOOP(...) OSACA_PRAGMA_(osaca analyze __VA_ARGS__)
#else
#define OSACA_ANALYZE
#define OSACA_LOOP(...)
#endif

#endif
