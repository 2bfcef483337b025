/** Names and units that Chinese texts write in Latin letters. */
const NAMES = new Set(
  (
    "jar glob root AI API Apache BaoTa BasicAuth Claude Codex CPU Composer Cursor DNS Docker Enter FTP GB Git Go HTTP ID IP JSON Java KB Let’s Encrypt CSR MB MCP MariaDB MySQL Nginx PHP-FPM Redis " +
    "OpenSSH PHP PID Punycode Pure-FTPd Python SHA-256 SSH SSL Shell Spring Boot TB TCP TLS Tomcat Trae URL VS Code Web Windsurf WordPress " +
    "aaPanel host http order-service https ssh user host:port user@host user@host:port http.proxy prod shop --rm IPv6 dead UTF-8 lsattr"
  ).split(" "),
);

/** Words of other software for which these texts use different ones. */
const OTHER_STYLE = /您|帐号|帐户|登陆|站点|其它|点击|视窗|软体/;

/** What older panels call creating a website: whoever searches the Command Palette for that finds it. */
const PANEL_TITLE = "（添加站点）";

/** The Command Palette takes only half-width parentheses for the start of a word. */
const CATEGORY = "服务器面板 (宝塔面板)";

/** Describes each fault of a Chinese text beside its English one. */
export function chineseFaults(english: string, chinese: string): readonly string[] {
  return [
    ...(isUntranslated(english, chinese) ? ["is not translated"] : []),
    ...(placeholders(english) === placeholders(chinese) ? [] : ["has other placeholders"]),
    ...(links(english) === links(chinese) ? [] : ["has other links or code"]),
    ...latinWords(chinese).map((word) => `has the word ${word}`),
    ...markFaults(chinese),
    ...(OTHER_STYLE.test(chinese.replace(PANEL_TITLE, "")) ? ["has a word of another style"] : []),
    ...(endOf(english) === endOf(chinese) ? [] : [`does not end with “${endOf(english)}”`]),
  ];
}

/** Describes faults of punctuation and spaces. */
export function markFaults(chinese: string): readonly string[] {
  if (chinese === CATEGORY) return [];
  return [
    ...[...MARKS].filter(([, mark]) => mark.test(withoutLinks(chinese))).map(([fault]) => fault),
    ...(isBalanced(chinese) ? [] : ["has quotation marks or parentheses that do not close"]),
  ];
}

// placeholders and quotations count as Chinese words
const MARKS: ReadonlyMap<string, RegExp> = new Map([
  ["has Latin punctuation after Chinese", /[\p{sc=Han}”}）][,;:!?](?!\d)|[\p{sc=Han}”）]\.(?![./])/u],
  ["has Latin parentheses at Chinese", /[\p{sc=Han}”}] ?\(|\([\p{sc=Han}“{]|[\p{sc=Han}”}]\)/u],
  ["has straight quotation marks", /["'`]/],
  ["has dots for an ellipsis", /\.\.\.|……|。。/],
  ["has a space at full-width punctuation", / [，。、：；！？（）”]|[，。、：；！？（）“] (?!\.|\{\d\}$)/u],
  ["has a space between Chinese words", /\p{sc=Han} \p{sc=Han}/u],
  ["has no space between Chinese and Latin", /\p{sc=Han}[A-Za-z\d]|[A-Za-z\d%]\p{sc=Han}/u],
  ["has a space at its end", /^\s|\s$/],
  ["seems to quote what stands between two quotation marks", /“[、，和或与]”/],
]);

function isUntranslated(english: string, chinese: string): boolean {
  return chinese === "" || (chinese === english && latinWords(english).length > 0);
}

/** Finds Latin words that are neither names nor code. */
function latinWords(text: string): readonly string[] {
  const plain = withoutLinks(text).replaceAll(/\{\d\}/g, " ");
  const words = plain.split(/[\s\p{sc=Han}“”（），。：；、？！…()]+/u).filter((word) => /[A-Za-z]{2}/.test(word));
  return words.filter((word) => !NAMES.has(word.replace(/[.,:;?]$/, "")) && !/[/\d]|\w\.\w/.test(word));
}

const placeholders = (text: string) => (text.match(/\{\d+\}/g) ?? []).toSorted((a, b) => (a < b ? -1 : 1)).join("");
const links = (text: string) =>
  (text.match(/\(command:[^)]*\)|`[^`]*`/g) ?? []).toSorted((a, b) => (a < b ? -1 : 1)).join("");
const withoutLinks = (text: string) =>
  text
    .replaceAll(/\[([^\]]*)\]\(command:[^)]*\)/g, "$1")
    // code is written as a number is
    .replaceAll(/`[^`]*`/g, "0")
    .replaceAll("API接口", "接口");

function isBalanced(text: string): boolean {
  return !/[“”（）]/u.test(text.replaceAll(/“[^“”]*”/gu, "").replaceAll(/（[^（）]*）/gu, ""));
}

/** Returns the kind of a text's end, which both languages share. */
function endOf(text: string): string {
  if (/[.。](?:”)?$/u.test(text)) return "。";
  return text.endsWith("…") ? "…" : "";
}
