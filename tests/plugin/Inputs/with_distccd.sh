# with_distccd.sh FOLDER COMMAND...: runs the command with a server of distcc on this machine, which may use any compiler.
folder=$1
shift
mkdir -p "$folder/state"
chmod 755 "$folder" # the server may run as another user
python3=${PYTHON:-python3}
port=$("$python3" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
TMPDIR=/tmp distccd --daemon --no-detach --listen 127.0.0.1 --port "$port" --allow 127.0.0.1 --enable-tcp-insecure --jobs 2 \
  --log-stderr --log-level info --verbose 2>"$folder/log" &
server=$!
trap 'kill $server; wait $server 2>/dev/null' EXIT
for turn in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  ! grep -q 'preforking daemon started' "$folder/log" || break
  sleep 0.2
done
export DISTCC_DIR="$folder/state" DISTCC_HOSTS="127.0.0.1:$port" DISTCC_FALLBACK=0
"$@"
status=$?
# The server writes what became of the job after it has answered.
for turn in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  ! grep -q 'dcc_job_summary' "$folder/log" || break
  sleep 0.2
done
exit $status
