# Packs a directory beside it, in the job's own directory: `archive.tar.gz`. `task` says whether to do it, or only to `measure`.
needs find tar gzip df awk sha256sum tail wc cat
enter
told task

# the archive must not pack itself
own=-
case $job/ in
  "${PWD%/}"/*) own=./${job#"${PWD%/}"/} ;;
esac

# sockets are in no archive
find . -mindepth 1 -path "$own" -prune -o -mindepth 1 -printf '%y %s\n' >"$job/sizes" 2>"$job/unlisted"
is_listed $? || exit 1
counted=$(awk '
  { entries++ }
  $1 == "f" { files++; bytes += $2 }
  $1 == "l" { links++ }
  $1 == "s" { sockets++ }
  $1 !~ /^[fdl]$/ { others++ }
  END { printf "%.0f %.0f %.0f %.0f %.0f", entries - sockets, files, bytes, links, others }' "$job/sizes") || exit
read -r entries files bytes links others <<END
$counted
END
unlisted=$(wc -l <"$job/unlisted") || exit
free=$(cd "$job" && free_here) || exit
say "entries $entries"
say "files $files"
say "bytes $bytes"
say "links $links"
say "others $others"
say "unlisted $unlisted"
say "free $free"
[ "$text" = pack ] || exit 0

# what cannot be made smaller takes a little more, and each name a header or two
most=$(awk "BEGIN { printf \"%.0f\", $bytes * 1.01 + $entries * 2048 + 65536 }")
# numbers may be longer than a shell's
[ "$(awk "BEGIN { print ($most <= $free) }")" = 1 ] || give_up noSpace "$most" "$free"

set -- .
[ "$own" = - ] || set -- --exclude="$own" .
{
  # tar itself lists what it has packed
  tar -cvf - --index-file="$job/packed" --format=posix --hard-dereference "$@" 2>"$job/said"
  echo $? >"$job/code"
} | gzip >"$job/archive.tar.gz" || give_up noSpace "$most" "$(cd "$job" && free_here)"
read -r code <"$job/code" || exit
# with up to 2, all is in it that could be read
[ "$code" -le 2 ] || give_up tar "$code"
packed=$(wc -l <"$job/packed") && size=$(wc -c <"$job/archive.tar.gz") && sha256=$(sha256sum <"$job/archive.tar.gz") || exit
say "code $code"
# but for the directory itself
say "packed $((packed - 1))"
say "said $(tail -n 20 "$job/said")"
say "size $size"
say "sha256 ${sha256%% *}"
