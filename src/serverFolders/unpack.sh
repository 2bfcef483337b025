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

owner=$(stat -c '%u:%g' .)
owner=${owner%%:*}
user=
if [ "$owner" != 0 ]; then
  user=$(getent passwd "$owner" | cut -d : -f 1)
  [ -n "$user" ] || give_up noOwner "$owner"
fi

# Does a part of it as the owner, and ends where that has said why.
as_owner() {
  set -- "$archive" "$1" "$stage" "$most" "$largest"
  # who is not root cannot enter the job's directory
  if [ -z "$user" ]; then
    (eval "$text")
  else
    (unset TMPDIR && exec runuser -u "$user" -- sh -c "$text" sh "$@")
  fi 3<"$job/shown" 4<"$job/comes" 5<"$job/replaces"
  code=$?
  [ "$code" != 3 ] || exit 0
  return "$code"
}

if [ "$task" != unpack ]; then
  as_owner "$task"
  exit
fi
# it has time to tidy up where it is ended
trap 'exit 143' TERM
as_owner prepare || exit
# from here on it goes to its end: whoever cancels it comes before this, or not at all
mv "$job/goes" "$job/stays" || {
  as_owner tidy
  give_up canceled
}
trap '' TERM
say moving
as_owner move
