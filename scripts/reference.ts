import { readFileSync } from "node:fs";
import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import { settings } from "../src/manifest/settings.ts";
import { contributions, titleKey } from "./contributions.ts";
import { projectDir } from "./paths.ts";

/** The reference of settings and commands in one language, and its words. */
export interface Reference {
  readonly file: string;
  /** The file with the texts of package.json in that language. */
  readonly titles: string;
  readonly words: ReferenceWords;
}

interface ReferenceWords {
  readonly settings: readonly [setting: string, preset: string, limits: string, meaning: string];
  /** The subjects of commands (the first words of their ids), in the order of the list. */
  readonly about: readonly (readonly [name: string, nouns: readonly string[]])[];
  readonly comma: string;
  readonly colon: string;
  readonly inBrackets: (text: string) => string;
}

/** The references, one a language. */
export const references: readonly Reference[] = [
  {
    file: "docs/reference.md",
    titles: "package.nls.json",
    words: {
      settings: ["Setting", "Default", "Limits", "Meaning"],
      about: [
        ["Panels", ["panel", "panels", "demo", "firstSteps"]],
        ["Everything that is listed", ["resource", "view", "node", "rows", "group", "entry", "task"]],
        ["Websites", ["site", "folder", "deployment"]],
        ["Java projects", ["javaProject"]],
        ["Other projects", ["project"]],
        ["Containers", ["container"]],
        ["Databases", ["database"]],
        ["Services", ["service"]],
        ["Scheduled tasks", ["scheduledTask"]],
        ["Certificate orders", ["certificateOrder"]],
        ["Web terminal", ["terminalSetting"]],
        ["Saved hosts and commands", ["savedHost", "savedCommand"]],
        ["Maintenance", ["runtime", "dependencyManager"]],
        ["Files of servers", ["file"]],
        ["Followed logs", ["followedLog"]],
        ["Activity and the extension's log", ["activity", "log", "diagnostics", "issue"]],
      ],
      comma: ", ",
      colon: ": ",
      inBrackets: (text) => ` (${text})`,
    },
  },
  {
    file: "docs/reference.zh-cn.md",
    titles: "package.nls.zh-cn.json",
    words: {
      settings: ["设置", "默认值", "范围", "含义"],
      about: [
        ["面板", ["panel", "panels", "demo", "firstSteps"]],
        ["列出的所有内容", ["resource", "view", "node", "rows", "group", "entry", "task"]],
        ["网站", ["site", "folder", "deployment"]],
        ["Java 项目", ["javaProject"]],
        ["其他项目", ["project"]],
        ["容器", ["container"]],
        ["数据库", ["database"]],
        ["服务", ["service"]],
        ["计划任务", ["scheduledTask"]],
        ["证书订单", ["certificateOrder"]],
        ["Web 终端", ["terminalSetting"]],
        ["服务器列表和常用命令", ["savedHost", "savedCommand"]],
        ["维护", ["runtime", "dependencyManager"]],
        ["服务器的文件", ["file"]],
        ["跟踪的日志", ["followedLog"]],
        ["操作记录和扩展日志", ["activity", "log", "diagnostics", "issue"]],
      ],
      comma: "、",
      colon: "：",
      inBrackets: (text) => `（${text}）`,
    },
  },
];

/** Replaces settings and commands in a reference by those of the manifest. */
export async function withGenerated(text: string, { file, titles, words }: Reference): Promise<string> {
  const texts = JSON.parse(readFileSync(join(projectDir, titles), "utf8")) as Readonly<Record<string, string>>;
  const textOf = (key: string) => texts[key] ?? fail(`${titles} has no ${key}`);
  const filled = replaced(
    replaced(text, "settings", settingsTable(words, textOf)),
    "commands",
    commandList(words, textOf),
  );
  const path = join(projectDir, file);
  return format(filled, { ...(await resolveConfig(path)), filepath: path });
}

function settingsTable(words: ReferenceWords, textOf: (key: string) => string): string {
  const rows = Object.entries(settings).map(([id, setting]) => [
    `\`${id}\``,
    String(setting.default),
    `${setting.minimum}–${setting.maximum}`,
    textOf(id.replace("serverPanel.", "setting.")).replaceAll(/`#(.*?)#`/g, "`$1`"),
  ]);
  return table([words.settings, ...rows]);
}

function commandList(words: ReferenceWords, textOf: (key: string) => string): string {
  const { commands, menus, keybindings } = contributions();
  const menuOnly = new Set(menus.commandPalette.filter(({ when }) => when === "false").map(({ command }) => command));
  const nounOf = (command: string) => command.split(".")[1] ?? "";
  const shown = (command: string) => {
    const title = textOf(titleKey(command));
    const key = keybindings.find((binding) => binding.command === command);
    const keys =
      key === undefined ? "" : words.inBrackets([...new Set([key.key, key.mac ?? key.key])].map(keyText).join(" / "));
    return (menuOnly.has(command) ? `_${title}_` : title) + keys;
  };
  const known = new Set(words.about.flatMap(([, nouns]) => nouns));
  const strangers = commands.filter(({ command }) => !known.has(nounOf(command)));
  if (strangers.length > 0) throw new Error(`No row has ${strangers.map(({ command }) => command).join(", ")}`);
  const lines = words.about.map(([name, nouns]) => {
    const about = commands.filter(({ command }) => nouns.includes(nounOf(command)));
    // some commands have in menus the title of another one in the palette
    const inPalette = new Set(
      about.filter(({ command }) => !menuOnly.has(command)).map(({ command }) => textOf(titleKey(command))),
    );
    const listed = about.filter(({ command }) => !menuOnly.has(command) || !inPalette.has(textOf(titleKey(command))));
    return `- **${name}**${words.colon}${listed.map(({ command }) => shown(command)).join(words.comma)}`;
  });
  return lines.join("\n");
}

/** Formats a key, such as "Ctrl+K G" for "ctrl+k g". */
function keyText(keys: string): string {
  return `<kbd>${keys.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())}</kbd>`;
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
