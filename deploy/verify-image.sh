#!/usr/bin/env bash
# Proves that an image built from deploy/Dockerfile runs: starts what docker-compose.yml describes from that image, with
# new secrets and real engines, drives one flag from registration to an SDK's read, and looks for the dashboard.
#
#   buildah bud -f deploy/Dockerfile -t burgee . && deploy/verify-image.sh [image]
#
# Needs buildah, unshare, ip, Node, and root. No daemon and no free port: all of it runs in a network and a process space
# of its own, which end with this script, at the latest after five minutes.
set -euo pipefail
cd "$(dirname "$0")/.."

image=${1:-burgee}
container="burgee-verify-$$"
work=$(mktemp -d)
chmod 755 "$work"

finish() {
  [ -z "${inside:-}" ] || kill -KILL "$inside" 2>/dev/null || true
  buildah rm "$container" >/dev/null 2>&1 || true
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 1' INT TERM

node tools/env.mjs "$work/.env" >/dev/null
node deploy/verify/find-engines.mjs "$work"
buildah from --isolation=chroot --pull-never --name "$container" "$image" >/dev/null

# Whatever is started in there ends with unshare.
unshare --net --pid --fork --kill-child --mount-proc node deploy/verify/verify.mjs "$container" "$work" &
inside=$!
wait "$inside"
