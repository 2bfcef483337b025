import { actionCommands } from "../src/manifest/actionCommands.ts";
import { deployingCommands } from "../src/manifest/deployingCommands.ts";
import { rowCommands } from "../src/manifest/rowCommands.ts";
import { taskKinds, taskVerbs, taskVerbsOf } from "../src/manifest/taskActions.ts";
import { safeguardFor } from "../src/panels/guardLevel.ts";
import { copiesOf, resourceKinds, resourceOf, type ResourceKind } from "../src/resources/resources.ts";
import { verbWords, type Verb } from "../src/resources/verbs.ts";
import { operations } from "../src/wire/operations/operations.ts";
import { titleKey } from "./contributions.ts";
import { capitalized, translator, type DocumentWords } from "./documentWords.ts";

/** The texts of package.nls.json, in the language of the words, that follow from verbs and kinds: titles of commands, and what tasks do. */
export function derivedTexts(words: DocumentWords): Readonly<Record<string, string>> {
  const translated = translator(words);
  const all = (kind: ResourceKind) => translated(resourceOf(kind).words.all());
  const commands = Object.keys({ ...actionCommands(), ...rowCommands(), ...deployingCommands() }).map((command) => [
    titleKey(command),
    commandTitle(command.replace("serverPanel.", ""), words),
  ]);
  const verbs = taskVerbs.map((verb) => {
    const kinds = taskKinds.filter((kind) => taskVerbsOf(kind).includes(verb));
    return [`task.${verb}`, `${translated(verbWords[verb].button())}${words.colon}${kinds.map(all).join(words.comma)}`];
  });
  const kinds = taskKinds.map((kind) => [
    `task.${kind}`,
    words.ofTasks[kind] ?? capitalized(translated(resourceOf(kind).words.one())),
  ]);
  return Object.fromEntries([...commands, ...verbs, ...kinds]) as Record<string, string>;
}

/** The title of a command on the rows of a kind, by its id. */
function commandTitle(id: string, words: DocumentWords): string {
  const translated = translator(words);
  const [noun = "", name = ""] = id.split(".");
  const kind = resourceKinds.find((each) => each === noun) ?? fail(id);
  const { actions, procedures, words: kindWords } = resourceOf(kind);
  const copy = copiesOf(kind).find(([each]) => each === name)?.[1];
  if (copy !== undefined) return translated(copy.title());
  const what = words.inTitle(translated(kindWords.one()));
  const titled = words.titlesOf[name]?.(what);
  const action = actions[name as Verb] ?? procedures?.[name as Verb];
  if (action === undefined) return words.ownTitles[id] ?? titled ?? fail(id);
  const title = words.ownTitles[id] ?? titled ?? words.joined(translated(verbWords[name as Verb].button()), what);
  const asks =
    ("safeguard" in action && action.safeguard !== undefined) ||
    safeguardFor("ask", operations[action.operation].effect) !== "none";
  return asks ? `${title}…` : title;
}

function fail(id: string): never {
  throw new TypeError(`${id} has no title`);
}
