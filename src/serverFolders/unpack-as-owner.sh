# Does a part of what `unpack.sh` is asked, as the owner of this directory: sh -c THIS sh ARCHIVE TASK STAGE MOST LARGEST, with `shown`,
# `comes` and `replaces` at 3, 4 and 5. TASK is `look`, `prepare`, which unpacks into the stage, `move`, which puts that in place, or `tidy`.
# It ends with 3 once it has said why it gives up.
set -u
LC_ALL=C
export LC_ALL
umask 022
archive=./$1 task=$2 stage=$3 most=$4 largest=$5

say() { printf '%s\0' "$*"; }

tidy() {
  case $stage in
    .server-panel-*) rm -rf "./$stage" ;;
  esac
}

give_up() {
  tidy
  say "end $*"
  exit 3
}

# a link in the place of either is another one
identities() {
  printf '%s|' "$(stat -c '%d:%i %u:%g' .)" "$(stat -c '%F %s %Y %d:%i' "$archive")"
  sha256sum <"$archive" | cut -c 1-64
}

list_below() {
  find . -mindepth 1 -path "./$stage" -prune -o -mindepth 1 -printf '%y %s %T@ %P\0' 2>/dev/null
}

# writes what only the first of two sorted lists has
only_in() { sort -z "$1" "$2" "$2" | uniq -zu; }

# whether nobody but root can put anything into these directories, which are named in a file
are_roots() {
  xargs -0 -r stat -c '%u:%g %a' -- <"$1" | awk '
    { group = int($2 / 10) % 10; others = $2 % 10 }
    $1 !~ /^0:/ || group % 4 > 1 || others % 4 > 1 { bad = 1 }
    END { exit bad }'
}

is_zip() {
  case $archive in
    *.[zZ][iI][pP]) ;;
    *) return 1 ;;
  esac
}

if [ "$task" = tidy ]; then
  tidy
  say 'end tidy'
  exit
fi
if [ "$task" = move ]; then
  trap '' TERM
  sed -zn 's,^d 0 ,,p' "$stage/comes" | sort -z | xargs -0 -r sh -c '
    stage=$1
    shift
    for path do
      # where there is none yet, the whole of it goes at once
      [ -d "$stage/new/$path" ] && [ ! -d "./$path" ] || continue
      mv -T "$stage/new/$path" "./$path" || exit 255
    done' sh "$stage"
  sed -z 's,^f [0-9]* [^ ]* ,,' "$stage/replaces" | xargs -0 -r sh -c '
    stage=$1
    shift
    for path do
      mv -fT "$stage/new/$path" "./$path" || exit 255
    done' sh "$stage"
  sed -zn 's,^f [0-9]* ,,p' "$stage/comes" | xargs -0 -r sh -c '
    stage=$1
    shift
    for path do
      [ -e "$stage/new/$path" ] || continue
      # a file that has come since is not replaced
      ln "$stage/new/$path" "./$path" && rm -f "$stage/new/$path" || exit 255
    done' sh "$stage"

  # looks once more at what is there now
  total=$(wc -l <"$stage/hashes")
  bad=$(sha1sum -c "$stage/hashes" 2>/dev/null | grep -vc ': OK$')
  tidy
  if [ "$bad" = 0 ]; then
    say "end done $total"
  else
    say "end partly $bad $total"
  fi
  exit
fi
[ -f "$archive" ] && [ ! -L "$archive" ] || give_up notFound
[ -r "$archive" ] || give_up unreadable "$(id -un)"

if [ "$task" = look ]; then
  say "shown $(identities)"
  say "free $(df -Pk . | awk 'NR == 2 { printf "%.0f", $4 * 1024 }')"
  list_below
  say '! 0'
  # the directory of a zip is read from afar
  is_zip || tar -tvf "$archive" --quoting-style=escape --numeric-owner
  exit
fi

mkdir -m 700 "./$stage" || {
  # whosever it is
  stage=-
  give_up notWritable "$(id -un)"
}
trap 'tidy; exit 143' TERM
cat <&3 >"$stage/shown" && sort -z <&4 >"$stage/comes" && sort -z <&5 >"$stage/replaces" || give_up noSpace
[ "$(identities)" = "$(cat "$stage/shown")" ] || give_up changed
if [ "$(id -u)" = 0 ]; then
  printf '.\0' >"$stage/through"
  sed -zn 's,^d 0 ,./,p' "$stage/comes" | xargs -0 -r sh -c 'for path do [ ! -d "$path" ] || printf "%s\0" "$path"; done' sh >>"$stage/through"
  are_roots "$stage/through" || give_up unsafe
fi

mkdir "$stage/new"
(
  # no file gets longer than what was shown of the longest
  ulimit -f "$largest" 2>/dev/null
  if is_zip; then
    exec unzip -qq -o "$archive" -d "$stage/new" </dev/null
  fi
  exec tar -xf "$archive" -C "$stage/new" --no-same-owner --no-same-permissions
) >"$stage/said" 2>&1 &
unpacking=$!
while kill -0 "$unpacking" 2>/dev/null; do
  sleep 1
  used=$(du -sk "$stage/new" 2>/dev/null | cut -f 1)
  if [ "${used:-0}" -gt "$most" ]; then
    kill "$unpacking"
    wait "$unpacking"
    give_up tooLarge
  fi
done
wait "$unpacking"
code=$?
# unzip has only warned
if is_zip && [ "$code" = 1 ]; then code=0; fi
[ "$code" = 0 ] || give_up failed "$(tail -n 3 "$stage/said" | cut -c 1-500)"
[ "$(identities)" = "$(cat "$stage/shown")" ] || give_up changed

list_new() {
  (cd "$stage/new" && find . -mindepth 1 -type d -printf 'd 0 %P\0' -o -mindepth 1 -type f -printf 'f %s %P\0' -o -mindepth 1 -printf '%y - %P\0') | sort -z
}
list_new >"$stage/found"
# what was not shown is not put in place: links, and what is no file
only_in "$stage/found" "$stage/comes" | sed -z 's,^[^ ]* [^ ]* ,,' | sort -zr >"$stage/extra"
(cd "$stage/new" && sed -z 's,^,./,' ../extra | xargs -0 -r rm -rf --)
list_new >"$stage/found"
cmp -s "$stage/found" "$stage/comes" || give_up other
# on a disk that is full, a file may be shorter than it should be, which has been seen by now
find "$stage/new" -type d -exec chmod u+rwx,go-w,a-s {} +
find "$stage/new" -type f -exec chmod u+rw,go-w,a-s {} +
(cd "$stage/new" && find . -type f -print0 | xargs -0 -r sha1sum) >"$stage/hashes" || give_up noSpace

# links in the place of directories, and what is no directory
sed -zn 's,^d 0 ,./,p' "$stage/comes" | xargs -0 -r sh -c '
  for path do
    [ -L "$path" ] || { [ -e "$path" ] && [ ! -d "$path" ]; } && exit 255
  done
  exit 0' sh 2>/dev/null || give_up inTheWay
# files of these paths are those that were shown, and no others
sed -zn 's,^f [0-9]* ,./,p' "$stage/comes" | xargs -0 -r sh -c '
  for path do
    { [ -e "$path" ] || [ -L "$path" ]; } && printf "%s\0" "$path"
  done' sh | sort -z >"$stage/existing"
sed -z 's,^f [0-9]* [^ ]* ,./,' "$stage/replaces" | sort -z | cmp -s "$stage/existing" - || give_up changed
list_below | sort -z >"$stage/there"
only_in "$stage/replaces" "$stage/there" >"$stage/gone" || give_up noSpace
[ ! -s "$stage/gone" ] || give_up changed
