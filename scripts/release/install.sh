#!/bin/sh
# Installs gpudeck from the archive beside this script, or from the unpacked archive that it lies in.
set -eu

usage() {
  cat <<'END'
Usage: install.sh [--system | --prefix FOLDER] [--uninstall]

  (nothing)         for you alone, in ~/.local
  --system          for everybody, in /usr/local (as root)
  --prefix FOLDER   somewhere else
  --uninstall       removes what was installed there, and nothing else

Your own files (settings, what a session keeps) are never touched.
END
}

fail() { printf 'install.sh: %s\n' "$*" >&2; exit 1; }

# The rest is one function, so that a script that was cut while it was sent does nothing.
main() {
  prefix="${HOME:-}/.local"
  task=install
  while [ $# -gt 0 ]; do
    case $1 in
      --system) prefix=/usr/local ;;
      --prefix) [ $# -gt 1 ] || fail '--prefix wants a folder'; prefix=$2; shift ;;
      --uninstall) task=uninstall ;;
      -h | --help) usage; exit 0 ;;
      *) usage >&2; fail "what is $1?" ;;
    esac
    shift
  done
  case $prefix in
    /.local) fail 'there is no HOME: name a folder with --prefix' ;;
    /*) ;;
    *) prefix=$(pwd)/$prefix ;;
  esac
  list=$prefix/share/gpudeck/installed
  "$task"
}

uninstall() {
  [ -f "$list" ] || fail "gpudeck is not installed in $prefix"
  remove
  echo "gpudeck is gone from $prefix. Your own files are where they were."
}

# Removes the files that are listed, and the folders that are empty then and that gpudeck made.
remove() {
  old=$(cat "$list")
  rm -f -- "$list"
  printf '%s\n' "$old" | while IFS= read -r path; do
    case $path in
      */) rmdir -- "$prefix/$path" 2>/dev/null || true ;;
      ?*) rm -f -- "$prefix/$path" ;;
    esac
  done
}

install() {
  here=$(cd "$(dirname "$0")" && pwd)
  work=$(mktemp -d)
  trap 'rm -rf -- "$work"' EXIT
  trap 'exit 1' HUP INT TERM
  if [ -f "$here/bin/gpudeck" ]; then from=$here; else unpack; fi
  (cd "$from" && sha256sum --quiet -c SHA256SUMS) || fail 'a file is not as it was packed: get the archive again'
  version=$("$from/bin/gpudeck" --version) || fail 'gpudeck does not run on this machine; it needs Linux with glibc 2.28 or newer'
  [ ! -e "$prefix/bin/gpudeck" ] || [ -f "$list" ] || fail "$prefix/bin/gpudeck was not put there by this script: remove it first"
  [ ! -f "$list" ] || remove
  (cd "$from" && find bin lib share -type f | sort) >"$work/files"
  # The deepest folders first, as they are removed later; only those that were not there before.
  { (cd "$from" && find bin lib share -type d) && echo share/gpudeck; } | sort -r | while IFS= read -r folder; do
    [ -d "$prefix/$folder" ] || printf '%s/\n' "$folder"
  done >"$work/folders"
  [ -d "$prefix" ] || echo / >>"$work/folders"
  mkdir -p -- "$prefix/share/gpudeck" 2>/dev/null && [ -w "$prefix" ] || fail "$prefix cannot be written to"
  while IFS= read -r path; do
    mkdir -p -- "$prefix/$(dirname "$path")"
    mode=644
    [ ! -x "$from/$path" ] || mode=755
    # Renamed into place: a gpudeck that runs keeps its file.
    cp -- "$from/$path" "$prefix/$path.new"
    chmod "$mode" "$prefix/$path.new"
    mv -f -- "$prefix/$path.new" "$prefix/$path"
  done <"$work/files"
  cat "$work/files" "$work/folders" >"$list"
  echo "gpudeck $version is in $prefix/bin. To remove it: $0 --uninstall$( [ "$prefix" = "${HOME:-}/.local" ] || printf ' --prefix %s' "$prefix")"
  case ":$PATH:" in
    *":$prefix/bin:"*) ;;
    *) echo "$prefix/bin is not on your PATH. For example: export PATH=\"$prefix/bin:\$PATH\"" ;;
  esac
}

unpack() {
  case $(uname -s)-$(uname -m) in
    Linux-x86_64) platform=linux-x64 ;;
    *) fail "there is no executable for $(uname -s) on $(uname -m); the npm package is for every platform" ;;
  esac
  set -- "$here"/gpudeck-*-"$platform".tar.xz
  [ -f "$1" ] || fail "there is no gpudeck-VERSION-$platform.tar.xz in $here"
  [ $# -eq 1 ] || fail "several archives in $here: leave one"
  name=$(basename "$1")
  [ -f "$here/SHA256SUMS" ] || fail "there is no SHA256SUMS beside $name"
  grep -F -x "$(cd "$here" && sha256sum "$name")" "$here/SHA256SUMS" >/dev/null || fail "$name is not as SHA256SUMS says: get it again"
  tar -C "$work" -xJf "$1"
  from=$work/${name%.tar.xz}
}

main "$@"
