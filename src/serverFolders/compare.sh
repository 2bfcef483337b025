# Lists what is below a directory, and hashes the files that the computer that asks has too, in the same size: `local` has those, as
# records "f SIZE PATH". After the list come lines of sha1sum.
needs find sort uniq sed xargs sha1sum wc
enter
list_below >"$job/below" || give_up noSpace
cat "$job/below"
{
  sed -zn 's/^f \([0-9]*\) [^ ]* /f \1 /p' "$job/below"
  cat "$job/local"
} | sort -z | uniq -zd | sed -z 's,^f [0-9]* ,./,' | xargs -0 -r sha1sum
# a file that cannot be read has no line, which tells enough
exit 0
