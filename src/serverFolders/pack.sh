# Packs a directory beside it, in the job's own directory: `archive.tar.gz`. `task` says whether to do it, or only to `measure`.
needs find tar gzip df awk cut sha256sum tail wc
enter
told task

measure() {
  find . -mindepth 1 -printf '%y %s\n' 2>"$job/unlisted" | awk '
    { count++ }
    $1 == "f" { files++; bytes += $2 }
    $1 == "l" { links++ }
    $1 !~ /^[fdl]$/ { others++ }
    END { printf "%.0f %.0f %.0f %.0f %.0f\n", count, files, bytes, links, others }'
}

read -r count files bytes links others <<END
$(measure)
END
free=$(cd "$job" && free_here)
say "files $files"
say "bytes $bytes"
say "links $links"
say "others $others"
say "unlisted $(wc -l <"$job/unlisted")"
say "free $free"
[ "$text" = pack ] || exit 0

# what cannot be made smaller takes a little more, and each name a header or two
most=$(awk "BEGIN { printf \"%.0f\", $bytes * 1.01 + $count * 2048 + 65536 }")
# numbers may be longer than a shell's
[ "$(awk "BEGIN { print ($most <= $free) }")" = 1 ] || give_up noSpace "$most" "$free"

# the archive must not pack itself
set -- .
case $job/ in
  "${PWD%/}"/*) set -- --exclude="./${job#"${PWD%/}"/}" . ;;
esac
{
  tar -cf - --format=posix --hard-dereference "$@" 2>"$job/said"
  echo $? >"$job/code"
} | gzip >"$job/archive.tar.gz" || give_up noSpace "$most" "$(cd "$job" && free_here)"
code=$(cat "$job/code")
# with up to 2, all is in it that could be read
[ "$code" -le 2 ] || give_up tar "$code"
say "code $code"
say "said $(tail -n 20 "$job/said")"
say "size $(wc -c <"$job/archive.tar.gz")"
say "sha256 $(sha256sum <"$job/archive.tar.gz" | cut -c 1-64)"
