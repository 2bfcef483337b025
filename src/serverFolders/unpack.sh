# Looks into an archive, or unpacks it into a new directory beside it, as the owner of the directory that both are in: whoever can put a link there
# can then do no more with it than without. Only where that is root does root do it, and nobody else may be able to change the directory.
#
# `task` is `look`, `unpack` or `tidy`, `archive` the name, `unpack-as-owner.sh` what does it, and for all but `look`
#
#   stage      the name of a directory that is made for it, and goes in the end
#
# To unpack there are also
#
#   into       the name of the new directory
#   shown      what was seen of directory and archive, as `identities` writes it
#   comes      what is to be in it, as records "f SIZE PATH" and "d 0 PATH"
#   most       the kilobytes that it may take, and the blocks of 512 bytes of the largest file
#
# What it says in the end is "done FILES DIRECTORIES", of which both are in the new directory, and nothing else, or "partly".
needs find stat sha256sum sort uniq sed xargs tar df du runuser getent id cmp cat grep
enter
told archive
archive=$text
told task
task=$text
stage=- into=- most=0 largest=0
if [ "$task" != look ]; then
  told stage
  stage=$text
fi
if [ "$task" = unpack ]; then
  told into
  into=$text
  read -r most largest <"$job/most"
fi
case $archive in
  *.[zZ][iI][pP]) needs unzip ;;
  *.bz2 | *.tbz2) needs bzip2 ;;
  *.xz | *.txz) needs xz ;;
esac
told unpack-as-owner.sh

owner=$(stat -c '%u:%g' .) || exit
owner=${owner%%:*}
user=
if [ "$owner" != 0 ]; then
  user=$(getent passwd "$owner") && user=${user%%:*}
  [ -n "$user" ] || give_up noOwner "$owner"
fi

# Does a part of it as the owner, and ends where that has said why.
as_owner() {
  set -- "$archive" "$1" "$stage" "$into" "$most" "$largest"
  # who is not root cannot enter the job's directory
  if [ -z "$user" ]; then
    (eval "$text")
  else
    (unset TMPDIR && exec runuser -u "$user" -- sh -c "$text" sh "$@")
  fi
  code=$?
  [ "$code" != 3 ] || exit 0
  return "$code"
}

# Gives up once there is a stage.
leave() {
  as_owner tidy >/dev/null
  give_up "$@"
}

if [ "$task" != unpack ]; then
  as_owner "$task"
  exit
fi
sort -z "$job/comes" >"$job/expected" || give_up noSpace

# it has time to tidy up where it is ended
trap 'exit 143' TERM
as_owner prepare 3<"$job/shown" 4<"$job/comes" || exit
# from here on it goes to its end: whoever cancels it comes before this, or not at all
mv "$job/goes" "$job/stays" || leave canceled
trap '' TERM
say moving
as_owner place || exit
as_owner tidy >/dev/null || say stays

# nothing counts but what is there now
if as_owner list >"$job/listed" && sort -z "$job/listed" >"$job/found" && cmp -s "$job/found" "$job/expected"; then
  say "end done $(grep -zc '^f ' "$job/found") $(grep -zc '^d ' "$job/found")"
else
  say 'end partly'
fi
