#!/bin/sh
# Stands in for `osaca capture`: keeps what it was given and answers one note per annotation.
# OSACA_FAKE says how to misbehave; OSACA_FAKE_OUT is the folder that takes the capture and the command line.
out=${OSACA_FAKE_OUT:-}
if [ -n "$out" ]; then
  echo "$@" >>"$out/calls"
  cat >"$out/capture.json"
fi
case ${OSACA_FAKE:-} in
crash) kill -SEGV $$ ;;
fail) echo "the model is unreadable" >&2; exit 2 ;;
hang) exec sleep 600 ;;
garbage) head -c 100000 /dev/urandom; exit 0 ;;
endless) exec yes "osaca-diagnostics 1" ;;
cut) printf 'osaca-diagnostics 1\nnote\t0\t-\tfirst\n'; exit 0 ;;
nothing) exit 0 ;;
error) printf 'osaca-diagnostics 1\nerror\t0\tosaca-test\tthe first of all\nend\n'; exit 1 ;;
bad_index) printf 'osaca-diagnostics 1\nnote\t99999\t-\tfar away\nend\n'; exit 0 ;;
embed_cut) printf 'osaca-diagnostics 1\nnote\t0\t-\tfirst\nend\nembed 100\nshort' ;;
embed_lie) printf 'osaca-diagnostics 1\nend\nembed 3\nlonger than that' ;;
embed_none) printf 'osaca-diagnostics 1\nend\n' ;;
unwritable) printf 'osaca-diagnostics 1\nend\n'; echo "osaca: /nowhere/r.json: cannot be written: no such folder" >&2; exit 2 ;;
*) printf 'osaca-diagnostics 1\nnote\t0\tosaca-test\tthe fake driver was here\nnote\t-1\t-\twhole unit\nend\n' ;;
esac
