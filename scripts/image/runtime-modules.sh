#!/bin/sh
# Installs into the current folder what the service needs at run time, without what only builds or checks it. The image
# (deploy/Dockerfile) and the archive (scripts/archive.ts) begin with this. Arguments are passed to `npm ci`.
set -e
npm ci --omit=dev --workspaces=false --include=optional --ignore-scripts --no-audit --no-fund --loglevel=error "$@"
cd node_modules
rm -rf typescript @typescript prettier esbuild @esbuild node-linux-*/include node-linux-*/share
find . \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete
cd ..
npm sbom --omit=dev --workspaces=false --package-lock-only --sbom-format=cyclonedx > sbom.cdx.json
ln -s "$(ls -d node_modules/node-linux-*/bin/node)" node
