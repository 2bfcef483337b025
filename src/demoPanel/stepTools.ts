import { accounts } from "./serverFiles.ts";

const ids = [...accounts];

/** The part of `runuser` that runs a script of ours, which is no step: what it makes in this directory is that user's. */
export const runScript = `
if [ -z "\${SERVER_PANEL_TEXT+set}" ]; then
  DEMO_USER=$2
  export DEMO_USER
  shift 4
  before=$DEMO_NOTES/before.$$
  : >"$before"
  "$DEMO_SH" "$@"
  code=$?
  PATH=$DEMO_PATH
  case $DEMO_USER in
${ids.map(([name, id]) => `    ${name}) owner=${id}:${id} ;;`).join("\n")}
  esac
  find . ! -path . -cnewer "$before" -exec stat -c %i {} + | while read -r inode; do
    [ -e "$DEMO_NOTES/$inode.owner" ] || echo "$owner" >"$DEMO_NOTES/$inode.owner"
  done
  rm -f "$before"
  exit "$code"
fi
`;

/**
 * Programs that a server has for steps, whether this computer has them or not, each a script of `sh`. The commands of a step are not run
 * on the computer of whoever tries the demo: its `runuser` only knows some that do nothing there.
 */
export const stepTools: Readonly<Record<string, string>> = {
  // of whoever runs it, if nobody is named
  id: `
case $*:\${DEMO_USER-root} in
  -u:root) echo 0 && exit ;;
  -un:*) echo "\${DEMO_USER-root}" && exit ;;
esac
case \${2-\${DEMO_USER-root}} in
${ids.map(([name, id]) => `  ${name}) echo ${id} ;;`).join("\n")}
  *)
    echo "id: '$2': no such user" >&2
    exit 1
    ;;
esac
`,

  getent: `
case $2 in
${ids.map(([name, id]) => `  ${name} | ${id}) echo "${name}:x:${id}:${id}::/home/${name}:/sbin/nologin" ;;`).join("\n")}
  *) exit 2 ;;
esac
`,

  // the text of a step is in its environment; it ends with the code of its last line
  runuser: `
${runScript}exec 7>&-
code=0 number=0
while IFS= read -r line; do
  number=$((number + 1))
  set -f
  set -- $line
  set +f
  code=0
  case \${1-} in
    '' | '#'*) ;;
    echo)
      shift
      printf '%s\\n' "$*"
      ;;
    true) ;;
    false) code=1 ;;
    sleep)
      sleep "\${2-0}"
      code=$?
      ;;
    exit)
      case \${2-0} in
        *[!0-9]*) exit 2 ;;
      esac
      exit "\${2-0}"
      ;;
    *)
      echo "bash: line $number: $1: command not found" >&2
      code=127
      ;;
  esac
done <<END
$SERVER_PANEL_TEXT
END
exit "$code"
`,
};
