#!/bin/sh
# remarks.sh FOLDER: the .opt.yaml files there as LLVM's own tools read them.
set -eu
here=$(dirname "$0")
folder=$1
. "$here/packages.sh"

tool=
viewer=
for version in 22 21 20 19; do
  [ -n "$tool" ] || tool=$(command -v llvm-remarkutil-$version || true)
  [ -n "$viewer" ] || viewer=$(ls /usr/lib/llvm-$version/share/opt-viewer/opt-viewer.py 2>/dev/null || true)
done
[ -n "$tool" ] || skip "no llvm-remarkutil here (Debian: llvm-22)"

# Through LLVM's reader and its binary form and back: nothing is lost.
for name in sample plain hostile large; do
  file=$folder/$name.opt.yaml
  "$tool" yaml2bitstream "$file" -o "$folder/$name.bitstream"
  "$tool" bitstream2yaml "$folder/$name.bitstream" -o "$folder/$name.back"
  written=$(grep -c '^--- ' "$file")
  back=$(grep -c '^--- ' "$folder/$name.back")
  [ "$written" = "$back" ] || { echo "$name: $written remarks written, $back read"; exit 1; }
done
missed=$("$tool" count --parser=yaml --count-by=remark-name --group-by=total --remark-type=missed "$folder/large.opt.yaml" | tail -n 1)
case $missed in
  *1000) ;;
  *) echo "llvm-remarkutil counts other missed remarks than 1000: $missed"; exit 1 ;;
esac

[ -n "$viewer" ] || skip "llvm-remarkutil reads all of it; no opt-viewer here (Debian: llvm-22-tools)"
python_with yaml
python_with pygments
rm -rf "$folder/viewed"
"$python" "$viewer" -j 1 --output-dir "$folder/viewed" "$folder/sample.opt.yaml" > "$folder/viewer.log" 2>&1 ||
  { cat "$folder/viewer.log"; exit 1; }
grep -q 'src/pi.c:12' "$folder/viewed/index.html" || { echo "opt-viewer's index does not name src/pi.c:12"; exit 1; }
