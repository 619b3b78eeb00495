#!/bin/sh
# try-root.sh FOLDER: starts what build-root.sh made as the container image would: as another user,
# on a read-only file system, without network but the loopback, with nothing of this machine but the C
# library and a shell. It prints how long it took until orders are accepted. Needs bubblewrap.
set -eu

root=$(cd "${1:?usage: deploy/try-root.sh FOLDER}" && pwd)
port=${PORT:-3987}
timeout_s=${TIMEOUT_S:-60}
work=$(mktemp -d)
trap 'kill "$pid" 2>/dev/null || true; wait "$pid" 2>/dev/null || true; rm -rf "$work"' EXIT
mkdir -m 700 "$work/data"
echo 'halyard:x:10001:10001::/data:/usr/sbin/nologin' > "$work/passwd"

begun=$(date +%s%N)
bwrap --unshare-user --unshare-pid --unshare-ipc --unshare-uts --uid 10001 --gid 10001 \
  --die-with-parent --clearenv --setenv DATA_DIR /data --setenv PORT "$port" \
  --ro-bind "$root" /app --ro-bind /usr/lib /usr/lib --ro-bind /lib /lib \
  $(if [ -e /lib64 ]; then echo --ro-bind /lib64 /lib64; fi) --ro-bind /bin/sh /bin/sh \
  --ro-bind "$work/passwd" /etc/passwd --dev /dev --proc /proc --tmpfs /tmp \
  --bind "$work/data" /data --chdir /app \
  /app/bin/node packages/server/src/main.ts > "$work/log" 2>&1 &
pid=$!

ask() {
  "$root/bin/node" -e "fetch('http://127.0.0.1:$port$1').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
}
until ask /health/ready; do
  elapsed=$((($(date +%s%N) - begun) / 1000000))
  if ! kill -0 "$pid" 2>/dev/null || [ "$elapsed" -gt $((timeout_s * 1000)) ]; then
    cat "$work/log" >&2
    echo "not ready after $elapsed ms" >&2
    exit 1
  fi
done
elapsed=$((($(date +%s%N) - begun) / 1000000))
ask / || { echo 'the home page does not answer' >&2; exit 1; }
ask /backoffice || { echo 'the back office does not answer' >&2; exit 1; }
echo "ready after $elapsed ms, database created, as user 10001 on a read-only root"
