#!/bin/sh
# read_by_mca.sh TARGET FILE LLVM-MCA...: prints the regions of FILE that each llvm-mca reads, and the number of
# instructions that it counts in each. Fails if an llvm-mca reports an error or does not read all regions.
target=$1
file=$2
shift 2
[ -s "$file" ] || exit 1
case $target in
x86_64) options=-mcpu=skylake-avx512 ;;
aarch64) options="-mtriple=aarch64-linux-gnu -mcpu=neoverse-n1" ;;
riscv64) options="-mtriple=riscv64-linux-gnu -mcpu=sifive-u74 -mattr=+m,+a,+f,+d,+c" ;;
esac
for mca; do
  # For AArch64 these ignore markers that begin with // instead of #.
  case $target,$mca in aarch64,llvm-mca-1?) continue ;; esac
  echo "$mca:"
  # shellcheck disable=SC2086
  "$mca" $options "$file" 2>mca_messages | grep -E 'Code Region|^Instructions:' >mca_read
  cat mca_read
  if grep 'error:' mca_messages >&2; then exit 1; fi
  if [ "$(grep -c 'Code Region' mca_read)" != "$(grep -c 'LLVM-MCA-BEGIN' "$file")" ]; then
    echo "$mca has not read all regions" >&2
    exit 1
  fi
done
