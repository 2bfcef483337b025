# Looks into an archive, or unpacks it where it lies, as the owner of its directory: whoever can put a link there can then do no more with
# it than without. Only where that is root does root do it, and goes through no directory that anybody else can change.
#
# `task` is `look`, `unpack` or `tidy`, `archive` the name, `unpack-as-owner.sh` what does it, and for all but `look`
#
#   stage      the name of a directory that is made for it, and goes in the end
#
# To unpack there are also
#
#   shown      what was seen of directory and archive, as `identities` writes it
#   comes      what is to be there, as records "f SIZE PATH" and "d 0 PATH"
#   replaces   those of the files there that are replaced, as records "f SIZE TIME PATH"
#   most       the kilobytes that it may take, and the blocks of 512 bytes of the largest file
needs find stat sha256sum sha1sum sort uniq sed xargs tar df du awk runuser getent id wc tr
enter
told archive
archive=$text
told task
task=$text
stage=- most=0 largest=0
if [ "$task" != look ]; then
  told stage
  stage=$text
fi
[ "$task" != unpack ] || read -r most largest <"$job/most"
case $archive in
  *.[zZ][iI][pP]) needs unzip ;;
  *.bz2 | *.tbz2) needs bzip2 ;;
  *.xz | *.txz) needs xz ;;
esac
for name in shown comes replaces; do
  [ -e "$job/$name" ] || : >"$job/$name"
done
told unpack-as-owner.sh

# who is not root cannot enter the job's directory
exec 3<"$job/shown" 4<"$job/comes" 5<"$job/replaces"
set -- "$archive" "$task" "$stage" "$most" "$largest"
owner=$(stat -c '%u:%g' .)
owner=${owner%%:*}
if [ "$owner" = 0 ]; then
  eval "$text"
  exit
fi
user=$(getent passwd "$owner" | cut -d : -f 1)
[ -n "$user" ] || give_up noOwner "$owner"
unset TMPDIR
exec runuser -u "$user" -- sh -c "$text" sh "$@"
