#!/bin/sh
# forms.sh: makes sources with loops in every form of line, all from forms.c: with another pragma, with a byte order
# mark and carriage returns, without a newline at the end, of one line, and a symbolic link to a file with mode 640.
cp "$(dirname "$0")/forms.c" forms.c
sed 's/#pragma omp simd/#pragma GCC ivdep/' forms.c >gnu.c
{ printf '\357\273\277'; sed 's/$/\r/' forms.c; } >marked.c
{ printf '// für\n'; cat forms.c; printf 'void last(int n) {\n  while (--n) ; }'; } >'no end.c'
printf 'void one(int n) { while (--n) ; }' >one.c
cp forms.c keeps_mode.c
chmod 640 keeps_mode.c
ln -s keeps_mode.c link.c
