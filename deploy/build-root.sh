#!/bin/sh
# build-root.sh TARGET: puts everything that the program needs into the new folder TARGET: its
# sources, the built web app, the production packages and Node.js. The container image is this
# folder on a base with the C library; it runs from a read-only file system.
#
# The checkout that it lies in must have its packages installed (npm ci), for they build the web app.
set -eu

target=${1:?usage: deploy/build-root.sh TARGET}
source=$(cd "$(dirname "$0")/.." && pwd)
packages="core contract market server testkit"

if [ -e "$target" ]; then
  echo "$target exists: name a folder that doesn't" >&2
  exit 1
fi

cd "$source"
node --input-type=module -e "
  import { buildWebIfStale } from './tools/web-build.mjs';
  import { prepare } from './tools/prepare.mjs';
  await buildWebIfStale(process.cwd(), await prepare(process.cwd()));
"

mkdir -p "$target/packages/web"
cp package.json package-lock.json .npmrc LICENSE THIRD-PARTY-NOTICES.md "$target/"
# npm wants the manifest of every workspace of the lockfile, also of those that it doesn't install.
for manifest in packages/web/package.json e2e/package.json bench/package.json; do
  mkdir -p "$target/$(dirname "$manifest")"
  cp "$manifest" "$target/$manifest"
done
for name in $packages; do
  mkdir -p "$target/packages/$name"
  tar -C "packages/$name" --exclude=node_modules --exclude='*.test.ts' --exclude=./test -cf - . |
    tar -C "$target/packages/$name" -xf -
done
cp -R packages/web/dist "$target/packages/web/dist"
# The guides of the developer site.
mkdir -p "$target/docs" "$target/examples" "$target/sdk/typescript" "$target/sdk/python"
cp -R docs/integrate "$target/docs/integrate"
cp examples/README.md "$target/examples/"
for name in typescript python; do cp "sdk/$name/README.md" "$target/sdk/$name/"; done
# What DOCS=on serves, if `npm run docs` has built it.
if [ -d docs/dist ]; then
  mkdir -p "$target/docs"
  cp -R docs/dist "$target/docs/dist"
fi

workspaces=''
for name in $packages; do workspaces="$workspaces --workspace=packages/$name"; done
cd "$target"
# shellcheck disable=SC2086
npm ci --omit=dev --include=optional --include-workspace-root $workspaces \
  --loglevel=error --no-audit --no-fund --no-progress

# The program's own Node.js has one name on every architecture.
mkdir -p bin
for binary in node_modules/node-linux-*/bin/node; do ln -s "../$binary" bin/node; done
cat > bin/halyard <<'SCRIPT'
#!/bin/sh
bin=$(dirname "$(readlink -f "$0")")
exec "$bin/node" "$bin/../packages/server/src/halyard.ts" "$@"
SCRIPT
chmod 755 bin/halyard
rm -rf e2e bench packages/web/package.json package-lock.json .npmrc
chmod -R a+rX .
