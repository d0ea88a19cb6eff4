#!/usr/bin/env bash
# Proves that the image all-in-one of deploy/Dockerfile runs: from an empty volume to an SDK's read, its end in order, a second
# start, an end by SIGKILL, a backup, and the move of the data to another major version of Postgres.
#
#   buildah bud -f deploy/Dockerfile --target all-in-one -t burgee-all-in-one . && deploy/verify-all-in-one.sh [image]
#
# Needs what deploy/verify-image.sh needs, and takes up to five minutes.
set -euo pipefail
cd "$(dirname "$0")/.."

image=${1:-burgee-all-in-one}
container="burgee-verify-$$"
work=$(mktemp -d)
chmod 755 "$work"

finish() {
  [ -z "${inside:-}" ] || kill -KILL "$inside" 2>/dev/null || true
  buildah umount "$container" >/dev/null 2>&1 || true
  buildah rm "$container" >/dev/null 2>&1 || true
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 1' INT TERM

buildah from --isolation=chroot --pull-never --name "$container" "$image" >/dev/null
root=$(buildah mount "$container")

# Everything started inside ends with unshare.
unshare --net --pid --fork --kill-child --mount-proc node deploy/verify/all-in-one.mjs "$container" "$root" "$work" &
inside=$!
wait "$inside"
