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
#
# What it says in the end is "kept PATH" of each file that was changed while it was replaced, and is in `kept` in the stage, "stays" where the
# stage does, and then "done FILES DIRECTORIES", which are in place, or "partly BAD TOTAL", of files and directories.
needs find stat sha256sum sort uniq sed xargs tar df du awk runuser getent id wc comm cmp cat
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

owner=$(stat -c '%u:%g' .) || exit
owner=${owner%%:*}
user=
if [ "$owner" != 0 ]; then
  user=$(getent passwd "$owner") && user=${user%%:*}
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

# How many records a file has; they end with a NUL each.
records() { tr -dc '\0' <"$1" >"$job/nuls" && wc -c <"$job/nuls"; }

if [ "$task" != unpack ]; then
  as_owner "$task"
  exit
fi
sed -zn 's,^f [0-9]* ,./,p' "$job/comes" >"$job/files" && sed -zn 's,^d 0 ,./,p' "$job/comes" >"$job/unsorted" &&
  sort -z "$job/unsorted" >"$job/directories" && sed -z 's,^f [0-9]* [^ ]* ,./,' "$job/replaces" >"$job/replaced" &&
  file_count=$(records "$job/files") && directory_count=$(records "$job/directories") && replaced_count=$(records "$job/replaced") ||
  give_up noSpace

# it has time to tidy up where it is ended
trap 'exit 143' TERM
as_owner prepare 3<"$job/shown" 4<"$job/comes" 5<"$job/replaces" || exit
trap 'as_owner tidy >/dev/null; exit 143' TERM
# as many files have a hash as were shown
as_owner hash 3<"$job/files" >"$job/unsorted" && sort "$job/unsorted" >"$job/hashes" && count=$(wc -l <"$job/hashes") || {
  as_owner staged 3<"$job/files" 2>/dev/null || leave changed
  leave noSpace
}
[ "$count" = "$file_count" ] || leave other
# what is noted is what was shown, which is looked at afterwards
as_owner note 3<"$job/replaced" >"$job/noted" || leave changed
[ "$(records "$job/noted")" = "$((2 * replaced_count))" ] || leave changed
as_owner check 3<"$job/directories" 4<"$job/files" || exit
# from here on it goes to its end: whoever cancels it comes before this, or not at all
mv "$job/goes" "$job/stays" || leave canceled
trap '' TERM
say moving
as_owner move 3<"$job/directories" 4<"$job/files" 5<"$job/noted"

# what of the replaced files is not as it was noted stays in the stage, and also what nobody has looked at
stays=
if as_owner keep 3<"$job/noted" >"$job/kept"; then
  if [ -s "$job/kept" ]; then stays=1; fi
  cat "$job/kept"
else
  stays=1
fi

# nothing counts but what is there now
if as_owner regular 3<"$job/files" >"$job/regular" && as_owner prove 3<"$job/regular" >"$job/unsorted" &&
  sort "$job/unsorted" >"$job/proved" && comm -12 "$job/hashes" "$job/proved" >"$job/same" && file_good=$(wc -l <"$job/same") &&
  as_owner directories 3<"$job/directories" >"$job/made" && directory_good=$(records "$job/made"); then
  bad=$((file_count + directory_count - file_good - directory_good))
else
  bad=$((file_count + directory_count)) file_good=0 directory_good=0
fi
if [ -z "$stays" ]; then
  as_owner tidy >/dev/null || stays=1
fi
[ -z "$stays" ] || say stays
if [ "$bad" = 0 ]; then
  say "end done $file_good $directory_good"
else
  say "end partly $bad $((file_count + directory_count))"
fi
