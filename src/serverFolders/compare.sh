# Lists what is below a directory, and hashes the files that the computer that asks has too, in the same size: `local` has those, as
# records "f SIZE PATH". After the list come lines of sha1sum.
needs find sort uniq sed xargs sha1sum wc cat
enter
list_below >"$job/below" || exit 1
cat "$job/below" || exit
sed -zn 's/^f \([0-9]*\) [^ ]* /f \1 /p' "$job/below" >"$job/files" && cat "$job/local" >>"$job/files" && sort -z "$job/files" >"$job/sorted" &&
  uniq -zd "$job/sorted" >"$job/both" && sed -z 's,^f [0-9]* ,./,' "$job/both" >"$job/paths" || exit
xargs -0 -r sha1sum <"$job/paths"
# with 123, there are files that could not be read: they have no line, which tells enough
code=$?
[ "$code" = 123 ] || exit "$code"
