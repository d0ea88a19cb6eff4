#!/usr/bin/env bash
# Proves that an image built from deploy/Dockerfile runs: starts what docker-compose.yml describes from that image, with
# new secrets and real engines, drives one flag from registration to an SDK's read, looks for the dashboard, lets an edge follow,
# and restores a backup. The edge is of the second image, where one is named.
#
#   buildah bud -f deploy/Dockerfile -t burgee . && deploy/verify-image.sh [image [edge-image]]
#
# Needs buildah, unshare, ip, Node and root, but no daemon and no free port: everything runs in its own network and process
# namespace, which ends with this script, after up to five minutes.
set -euo pipefail
cd "$(dirname "$0")/.."

image=${1:-burgee}
edge_image=${2:-}
container="burgee-verify-$$"
edge_container=${edge_image:+$container-edge}
work=$(mktemp -d)
chmod 755 "$work"

finish() {
  [ -z "${inside:-}" ] || kill -KILL "$inside" 2>/dev/null || true
  buildah rm "$container" ${edge_container:+"$edge_container"} >/dev/null 2>&1 || true
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 1' INT TERM

node tools/env.mjs "$work/.env" >/dev/null
node deploy/verify/find-engines.mjs "$work"
buildah from --isolation=chroot --pull-never --name "$container" "$image" >/dev/null
[ -z "$edge_image" ] ||
  buildah from --isolation=chroot --pull-never --name "$edge_container" "$edge_image" >/dev/null

# Everything started inside ends with unshare.
unshare --net --pid --fork --kill-child --mount-proc node deploy/verify/verify.mjs "$container" "$work" $edge_container &
inside=$!
wait "$inside"
