import { accounts } from "./serverFiles.ts";

const ids = [...accounts];

/**
 * Programs that a server has for steps, whether this computer has them or not, each a script of `sh`. The commands of a step are not run
 * on the computer of whoever tries the demo: its `runuser` only knows some that do nothing there.
 */
export const stepTools: Readonly<Record<string, string>> = {
  id: `
case \${2-root} in
${ids.map(([name, id]) => `  ${name}) echo ${id} ;;`).join("\n")}
  *)
    echo "id: '$2': no such user" >&2
    exit 1
    ;;
esac
`,

  getent: `
case $2 in
${ids.map(([name, id]) => `  ${name}) echo "${name}:x:${id}:${id}::/home/${name}:/sbin/nologin" ;;`).join("\n")}
  *) exit 2 ;;
esac
`,

  // the text of a step is in its environment; it ends with the code of its last line
  runuser: `
exec 7>&-
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
