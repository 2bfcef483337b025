import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import { AGENT_TOOLS } from "../src/agents/agentAccess.ts";
import { agentToolNames, agentTools } from "../src/agents/agentTools.ts";
import type { Outcome } from "../src/actions/outcome.ts";
import { outcomeKinds } from "../src/actions/outcomeKinds.ts";
import { exitCodeOf } from "../src/tasks/runTask.ts";
import { commandIds, type CommandId } from "../src/manifest/commands.ts";
import { settings } from "../src/manifest/settings.ts";
import { taskKinds, taskVerbs, taskVerbsOf } from "../src/manifest/taskActions.ts";
import { isOn } from "../src/resources/feature.ts";
import { actionsOf, proceduresOf, resourceOf, resourceKinds, type ResourceKind } from "../src/resources/resources.ts";
import { verbWords, type Verb } from "../src/resources/verbs.ts";
import { editionText } from "../src/texts/editionTexts.ts";
import { knownEditions, type KnownEdition } from "../src/wire/answers/operation.ts";
import { contributions, titleKey, toolKey } from "./contributions.ts";
import { capitalized, chinese, english, readJson, translator, type DocumentWords } from "./documentWords.ts";
import { projectDir } from "./paths.ts";

/** A document with generated parts, in one language. */
export interface GeneratedDocument {
  readonly file: string;
  readonly words: DocumentWords;
  /** Each stands between the comments `<!-- name: npm run docs -->` and `<!-- end of name -->`. */
  readonly parts: readonly Part[];
}

type Part = keyof typeof makers;

/** Makes a part in the language of its words. */
type Maker = (words: DocumentWords) => string;

const makers = {
  editions: editionTable,
  settings: settingsTable,
  agentTools: agentToolValues,
  deployments: deploymentFields,
  tasks: taskTable,
  exitCodes: exitCodeTable,
  tools: toolTable,
  commands: commandList,
} satisfies Readonly<Record<string, Maker>>;

const ofReference = ["settings", "agentTools", "deployments", "tasks", "exitCodes", "tools", "commands"] as const;

/** The documents with generated parts. */
export const generatedDocuments: readonly GeneratedDocument[] = [
  { file: "README.md", words: english, parts: ["editions"] },
  { file: "README.zh-cn.md", words: chinese, parts: ["editions"] },
  { file: "docs/reference.md", words: english, parts: ofReference },
  { file: "docs/reference.zh-cn.md", words: chinese, parts: ofReference },
];

/** Replaces the generated parts of a document by those that follow from the tables. */
export async function withGenerated(text: string, { file, words, parts }: GeneratedDocument): Promise<string> {
  const filled = parts.reduce((page, part) => replaced(page, part, makers[part](words)), text);
  const path = join(projectDir, file);
  return format(filled, { ...(await resolveConfig(path)), filepath: path });
}

function editionTable(words: DocumentWords): string {
  const translated = translator(words);
  const lists = resourceKinds.map((kind) => ({
    kind,
    onAll: featuresOf(kind, words, (on) => on.length === knownEditions.length),
    alone: knownEditions.map((edition) => [
      ...featuresOf(kind, words, ([only, ...others]) => only === edition && others.length === 0),
      ...(edition === "baota" ? (words.alsoOnBaota[kind] ?? []) : []),
    ]),
  }));
  // an edition that has nothing of its own has no column
  const columns = knownEditions.flatMap((edition, index) =>
    lists.some(({ alone }) => alone[index]?.length !== 0) ? [{ edition, index }] : [],
  );
  const head = ["", words.onBoth, ...columns.map(({ edition }) => words.onlyOn(translated(editionText(edition))))];
  const rows = lists.map(({ kind, onAll, alone }) => [
    capitalized(translated(resourceOf(kind).words.all())),
    onAll.join(words.comma),
    ...columns.map(({ index }) => alone[index]?.join(words.comma) ?? ""),
  ]);
  return table([head, ...rows]);
}

/** What can be done with a kind on the editions that a condition names. */
function featuresOf(
  kind: ResourceKind,
  words: DocumentWords,
  isMeant: (editions: readonly KnownEdition[]) => boolean,
): readonly string[] {
  const translated = translator(words);
  const { log, ports, backups } = resourceOf(kind);
  const verbs: readonly Verb[] = [...actionsOf(kind).map(([verb]) => verb), ...proceduresOf(kind)];
  const has = (verb?: Verb) =>
    isMeant(knownEditions.filter((edition) => isOn(edition, verb === undefined ? { kind } : { kind, verb })));
  const changes = verbs.filter(has).map((verb) => translated(verbWords[verb].button()));
  const others = [
    ...(log === undefined ? [] : [words.log]),
    ...(ports === undefined ? [] : [words.port]),
    ...(backups === undefined ? [] : [words.backups]),
    ...(words.also[kind] ?? []),
  ];
  return [...changes, ...(has() ? others : [])];
}

function settingsTable(words: DocumentWords): string {
  const title = titlesOf(words);
  const rows = Object.entries(settings).map(([id, setting]) => [
    `\`${id}\``,
    String(setting.default),
    `${setting.minimum}–${setting.maximum}`,
    title(id.replace("serverPanel.", "setting.")).replaceAll(/`#(.*?)#`/g, "`$1`"),
  ]);
  return table([words.settings, ...rows]);
}

function agentToolValues(words: DocumentWords): string {
  const title = titlesOf(words);
  const { enum: values = [], markdownEnumDescriptions: meanings = [], default: preset } = schemaOf(AGENT_TOOLS);
  const rows = values.map((value, index) => [
    `\`${value}\`` + (value === preset ? words.inBrackets(words.settings[1].toLowerCase()) : ""),
    described(title, meanings[index]),
  ]);
  return table([words.values, ...rows]);
}

function deploymentFields(words: DocumentWords): string {
  const title = titlesOf(words);
  const fields = Object.entries(schemaOf("serverPanel.deployments").items?.properties ?? {});
  const current = fields.filter(([, { deprecationMessage }]) => deprecationMessage === undefined);
  const rows = current.map(([name, { default: preset, markdownDescription }]) => [
    `\`${name}\``,
    preset === undefined ? "" : `\`${JSON.stringify(preset)}\``,
    described(title, markdownDescription),
  ]);
  return table([words.fields, ...rows]);
}

function taskTable(words: DocumentWords): string {
  const title = titlesOf(words);
  const ofKinds = taskVerbs.map((verb) => [
    verb,
    taskKinds
      .filter((kind) => taskVerbsOf(kind).includes(verb))
      .map((kind) => `\`${kind}\``)
      .join(words.comma),
  ]);
  const rows = [...ofKinds, ["updateComposer", ""], ["deploy", ""]];
  return table([words.tasks, ...rows.map(([task = "", kinds = ""]) => [`\`${task}\``, kinds, title(`task.${task}`)])]);
}

/** What each exit code of a task stands for, by the words that Activity has for outcomes. */
function exitCodeTable(words: DocumentWords): string {
  const translated = translator(words);
  const rows = ([0, 1, 2] as const).map((code) => {
    const kinds = Object.keys(outcomeKinds) as Outcome["kind"][];
    const ends = kinds
      .filter((kind) => exitCodeOf({ kind }) === code)
      .map((kind) => outcomeKinds[kind].record?.words());
    const recorded = ends.flatMap((end) => (end === undefined ? [] : [`“${translated(end)}”`]));
    return [
      `\`${code}\``,
      [...recorded, ...(recorded.length === ends.length ? [] : [words.notBegun])].join(words.comma),
    ];
  });
  return table([words.exitCodes, ...rows]);
}

function toolTable(words: DocumentWords): string {
  const title = titlesOf(words);
  const rows = agentToolNames.map((name) => [
    title(toolKey(name)),
    title(`${toolKey(name)}.about`),
    `\`${agentTools[name].access}\``,
  ]);
  return table([words.tools, ...rows]);
}

function commandList(words: DocumentWords): string {
  const title = titlesOf(words);
  const { menus, keybindings } = contributions();
  const menuOnly = new Set(menus.commandPalette.filter(({ when }) => when === "false").map(({ command }) => command));
  const shown = (command: CommandId) => {
    const name = title(titleKey(command));
    const key = keybindings.find((binding) => binding.command === command);
    const keys =
      key === undefined ? "" : words.inBrackets([...new Set([key.key, key.mac ?? key.key])].map(keyText).join(" / "));
    return (menuOnly.has(command) ? `_${name}_` : name) + keys;
  };
  const known = new Set(words.about.flatMap(([, nouns]) => nouns));
  const strangers = commandIds.filter((command) => !known.has(nounOf(command)));
  if (strangers.length > 0) throw new Error(`No row has ${strangers.join(", ")}`);
  const lines = words.about.map(([name, nouns]) => {
    const listed = commandIds.filter((command) => nouns.includes(nounOf(command)));
    return `- **${name}**${words.colon}${listed.map(shown).join(words.comma)}`;
  });
  return lines.join("\n");
}

/** What a command is about: the first word of its id, or the rows that offer its verb. */
function nounOf(command: CommandId): string {
  const [, noun = "", name] = command.split(".");
  if (name !== undefined) return noun;
  return FILE_VERBS.has(noun) ? "file" : "row";
}

/** Verbs of rows of files alone. */
const FILE_VERBS: ReadonlySet<string> = new Set([
  "createFile",
  "createFolder",
  "upload",
  "unpack",
  "rename",
  "changeAccess",
]);

/** Formats a key, such as "Ctrl+K G" for "ctrl+k g". */
function keyText(keys: string): string {
  return `<kbd>${keys.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())}</kbd>`;
}

/** The parts of a setting's schema that documents show. */
interface SettingSchema {
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly markdownDescription?: string;
  readonly deprecationMessage?: string;
  readonly markdownEnumDescriptions?: readonly string[];
  readonly items?: { readonly properties: Readonly<Record<string, SettingSchema>> };
}

function schemaOf(setting: string): SettingSchema {
  const manifest = readJson("package.json") as {
    readonly contributes: { readonly configuration: { readonly properties: Readonly<Record<string, SettingSchema>> } };
  };
  return manifest.contributes.configuration.properties[setting] ?? fail(`package.json has no ${setting}`);
}

/** Replaces a placeholder of package.json, such as `%setting.deployments.name%`, by its text. */
function described(title: (key: string) => string, placeholder = ""): string {
  return title(placeholder.replaceAll("%", ""));
}

/** Finds the texts of package.json. */
function titlesOf({ manifest }: DocumentWords): (key: string) => string {
  const texts = readJson(manifest) as Readonly<Record<string, string>>;
  return (key) => texts[key] ?? fail(`${manifest} has no ${key}`);
}

function table([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function replaced(text: string, name: string, by: string): string {
  const [begin, end] = [`<!-- ${name}: npm run docs -->`, `<!-- end of ${name} -->`];
  const [before, after, ...others] = text.split(new RegExp(`(?<=${begin})[^]*?(?=${end})`));
  if (before === undefined || after === undefined || others.length > 0) throw new Error(`There is not one ${begin}`);
  return `${before}\n\n${by}\n\n${after}`;
}

function fail(message: string): never {
  throw new TypeError(message);
}
