#!/usr/bin/env bash
# Makes burgee-base-node and burgee-base-go, tagged by the Dockerfile's version of Node, which stand in for its base images on a
# machine that reaches no registry of images: Debian by debootstrap, Node from npm, and this machine's Go. They trust the
# certificates that this machine trusts.
#
#   deploy/verify/make-bases.sh
set -euo pipefail
cd "$(dirname "$0")/../.."

work=$(mktemp -d)
made=()
finish() {
  [ ${#made[@]} -eq 0 ] || buildah rm "${made[@]}" >/dev/null
  rm -rf "$work"
}
trap finish EXIT

node=$(sed -n 's/^ARG NODE_IMAGE=node:\([0-9.]*\)-.*/\1/p' deploy/Dockerfile)
case $(uname -m) in x86_64) arch=x64 ;; aarch64) arch=arm64 ;; *) echo "No Node for $(uname -m)." >&2 && exit 1 ;; esac
root=$work/root
debootstrap --variant=minbase --include=ca-certificates bookworm "$root" >"$work/log" || { tail "$work/log" >&2 && exit 1; }
# As in the image of Node: Postgres asks for its user's name.
chroot "$root" useradd --uid 1000 --user-group --create-home node
rm -rf "$root"/var/cache/apt/archives/*.deb
cp -r /etc/ssl/certs "$root/etc/ssl/"
cp -r /usr/local/share/ca-certificates "$root/usr/local/share/"

npm install --prefix "$work/node" --ignore-scripts --no-audit --no-fund --loglevel=error "node-linux-$arch@$node" npm@11
install -D "$work/node/node_modules/node-linux-$arch/bin/node" "$root/usr/local/bin/node"
mkdir -p "$root/usr/local/lib/node_modules"
cp -r "$work/node/node_modules/npm" "$root/usr/local/lib/node_modules/"
for name in npm npx; do ln -s "../lib/node_modules/npm/bin/$name-cli.js" "$root/usr/local/bin/$name"; done

commit() { # container, name
  for name in NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR; do
    [ -z "${!name:-}" ] || buildah config --env "$name=${!name}" "$1"
  done
  buildah commit --quiet "$1" "$2"
}

bin=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
container=$(buildah from scratch)
made+=("$container")
buildah copy --quiet "$container" "$root" /
buildah config --env "PATH=$bin" "$container"
commit "$container" "burgee-base-node:$node"

container=$(buildah from --pull-never "burgee-base-node:$node")
made+=("$container")
buildah copy --quiet "$container" "$(go env GOROOT)" /usr/local/go
buildah config --env "PATH=/usr/local/go/bin:$bin" --env GOPATH=/go "$container"
commit "$container" "burgee-base-go:$node"
