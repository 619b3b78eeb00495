#!/bin/sh
# try-root.sh FOLDER [COMMAND …]: starts what build-root.sh made as the container image would: as
# another user, on a read-only file system, with nothing of this machine but the C library and a
# shell. It prints how long it took until orders are accepted, then runs COMMAND with HALYARD_URL and
# HALYARD_DATA_DIR. RUN_AS=NUMBER runs it as a user without a name, which needs libnss-wrapper. Needs
# bubblewrap, or root, who makes the same with unshare and chroot.
set -eu

root=$(cd "${1:?usage: deploy/try-root.sh FOLDER}" && pwd)
shift
port=${PORT:-3987}
timeout_s=${TIMEOUT_S:-60}
user=${RUN_AS:-10001}
work=$(mktemp -d)
pid=''
# unshare holds SIGTERM back while its child runs, and a child that changed its user outlives it. The
# child is the first process of its namespace: everything there ends with it.
stop() {
  children=$(cat "/proc/$pid/task/$pid/children" 2>/dev/null || true)
  # shellcheck disable=SC2086
  [ -z "$pid" ] || kill -KILL $children "$pid" 2>/dev/null || true
  wait 2>/dev/null || true
  rm -rf "$work" 2>/dev/null || { sleep 1; rm -rf "$work"; }
}
trap stop EXIT
trap 'exit 130' INT TERM
mkdir -m 700 "$work/data"
echo 'halyard:x:10001:10001::/data:/usr/sbin/nologin' > "$work/passwd"

start_with_bwrap() {
  exec bwrap --unshare-user --unshare-pid --unshare-ipc --unshare-uts --uid "$user" --gid "$user" \
    --die-with-parent --clearenv --setenv DATA_DIR /data --setenv PORT "$port" \
    --ro-bind "$root" /app --ro-bind /usr/lib /usr/lib --ro-bind /lib /lib \
    $(if [ -e /lib64 ]; then echo --ro-bind /lib64 /lib64; fi) --ro-bind /bin/sh /bin/sh \
    --ro-bind "$work/passwd" /etc/passwd --dev /dev --proc /proc --tmpfs /tmp \
    --bind "$work/data" /data --chdir /app \
    /app/bin/node packages/server/src/main.ts
}

# The same folders in a mount namespace of their own, which ends with the program.
start_with_chroot() {
  exec env root="$root" work="$work" port="$port" user="$user" \
    unshare --mount --pid --ipc --uts --fork --kill-child sh -euc '
      new=$work/new
      mkdir "$new"
      mount -t tmpfs -o mode=755 tmpfs "$new"
      for folder in app usr/lib lib bin etc dev proc tmp data; do mkdir -p "$new/$folder"; done
      bind() { mount --bind "$1" "$new$2"; mount -o remount,bind,ro "$new$2"; }
      bind "$root" /app
      bind /usr/lib /usr/lib
      bind "$(readlink -f /lib)" /lib
      if [ -e /lib64 ]; then mkdir "$new/lib64"; bind "$(readlink -f /lib64)" /lib64; fi
      cp "$(readlink -f /bin/sh)" "$new/bin/sh"
      cp "$work/passwd" "$new/etc/passwd"
      for device in null zero random urandom; do
        touch "$new/dev/$device"
        mount --bind "/dev/$device" "$new/dev/$device"
      done
      mkdir -m 1777 "$new/dev/shm"
      mount -t tmpfs -o mode=1777 tmpfs "$new/dev/shm"
      mount -t proc proc "$new/proc"
      mount -t tmpfs -o mode=1777 tmpfs "$new/tmp"
      chown "$user:$user" "$work/data"
      mount --bind "$work/data" "$new/data"
      mount -o remount,ro "$new"
      exec env -i DATA_DIR=/data PORT="$port" "$(command -v chroot)" --userspec="$user:$user" --groups= "$new" \
        /bin/sh -c "cd /app && exec bin/node packages/server/src/main.ts"
    '
}

begun=$(date +%s%N)
if command -v bwrap > /dev/null; then
  start_with_bwrap > "$work/log" 2>&1 &
elif [ "$(id -u)" = 0 ]; then
  start_with_chroot > "$work/log" 2>&1 &
else
  echo 'install bubblewrap, or run this as root' >&2
  exit 1
fi
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
echo "ready after $elapsed ms, database created, as user $user on a read-only root"
if [ $# -gt 0 ]; then
  HALYARD_URL="http://127.0.0.1:$port" HALYARD_DATA_DIR="$work/data" "$@"
fi
