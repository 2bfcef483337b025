import { NGINX_CONFIGURATION } from "./nginxConfiguration.ts";
import { says, type Replying } from "./partReplies.ts";
import { writeFile, type ServerFiles } from "./serverFiles.ts";
import type { Fields } from "../wire/answers/operation.ts";

/** The part of a handler's context that these need. */
interface Context extends Replying {
  readonly state: { readonly files: ServerFiles };
  readonly fields: Fields;
}

const iniPath = (version: string) => `/www/server/php/${version}/etc/php.ini`;

/** What the panel's page of a version shows, in its order. */
const SHOWN = [
  "short_open_tag",
  "max_execution_time",
  "max_input_time",
  "memory_limit",
  "post_max_size",
  "file_uploads",
  "upload_max_filesize",
  "max_file_uploads",
];

const INI = `[PHP]
short_open_tag = On
max_execution_time = 300
max_input_time = 60
memory_limit = 128M
post_max_size = 50M
file_uploads = On
upload_max_filesize = 50M
max_file_uploads = 20
`;

/** Writes the settings of a version of PHP, in short. */
export function seedPhpIni(files: ServerFiles, version: string, mtime: number): void {
  writeFile(files, iniPath(version), Buffer.from(INI), mtime);
}

function textOf({ state: { files } }: Context, path: string): string | undefined {
  return files.get(path)?.bytes?.toString();
}

/** Replaces lines in a file of the server, if it is there. */
function changeLines(context: Context, path: string, change: (line: string) => string): void {
  const before = textOf(context, path);
  if (before === undefined) return;
  const after = before.split("\n").map(change).join("\n");
  writeFile(context.state.files, path, Buffer.from(after), Math.floor(context.now() / 1000));
}

/** What a line of php.ini says of a name; `undefined`: it is about another one. */
function valueIn(line: string, name: string): string | undefined {
  const at = line.indexOf("=");
  return at !== -1 && line.slice(0, at).trimEnd() === name ? line.slice(at + 1).trim() : undefined;
}

/** Replaces values in the php.ini of a version. */
function setLimits(context: Context, names: readonly string[], change: (value: string) => string): void {
  changeLines(context, iniPath(context.fields["version"] ?? ""), (line) => {
    const name = names.find((each) => valueIn(line, each) !== undefined);
    return name === undefined ? line : `${name} = ${change(valueIn(line, name) ?? "")}`;
  });
}

const isSet = (context: Context) => says(context, true, "Setup successfully!", "设置成功");

/** Has nginx take as much, or wait as long, where that is less. Throws without such a line, as panels do, after all else was written. */
function raise(context: Context, names: readonly string[], amount: number): void {
  const lines = (textOf(context, NGINX_CONFIGURATION) ?? "").split("\n").map((line) => line.trim().split(" "));
  const [, now] = lines.find(([name]) => name === names[0]) ?? [];
  if (now === undefined) throw new Error(`no ${names[0]}`);
  if (Number.parseInt(now, 10) >= amount) return;
  changeLines(context, NGINX_CONFIGURATION, (line) =>
    names.includes(line.trim().split(" ")[0] ?? "") ? line.replace(/\d+/, String(amount)) : line,
  );
}

/** Handles limits of a version of PHP (docs/protocol.md 6.57). */
export const phpSettingHandlers = {
  /** Of a value that begins with none of these signs it shows the blank before it. */
  "php.settings": (context: Context) => {
    const ini = textOf(context, iniPath(context.fields["version"] ?? ""));
    if (ini === undefined)
      return says(
        context,
        false,
        "Error reading PHP configuration file",
        "读取PHP配置文件出错，请尝试重新安装这个PHP！",
      );
    const lines = ini.split("\n");
    return SHOWN.flatMap((name) => {
      const value = lines.map((line) => valueIn(line, name)).find((each) => each !== undefined);
      return value === undefined ? [] : [{ name, type: 2, ps: name, value: /^[\w&/ ~]+/.exec(value)?.[0] ?? " " }];
    });
  },
  /** True for a version that is not there, too. */
  "php.setMemory": (context: Context) => {
    setLimits(context, ["memory_limit"], () => context.fields["memory_limit"] ?? "");
    return isSet(context);
  },
  /** Replaces the digits of a value, with an M behind them, and leaves any other unit where it is. */
  "php.setUploadSize": (context: Context) => {
    const { max = "" } = context.fields;
    if (Number(max) < 2)
      return says(context, false, "Limit of upload size cannot be less than 2 MB", "上传大小限制不能小于2MB!");
    setLimits(context, ["upload_max_filesize", "post_max_size"], (value) => value.replace(/^\d+M?/i, `${max}M`));
    raise(context, ["client_max_body_size"], Number(max));
    return isSet(context);
  },
  "php.setTime": (context: Context) => {
    const { time = "" } = context.fields;
    if (Number(time) < 30 || Number(time) > 86_400)
      return says(context, false, "Please fill in the value between 30 and 86400!", "请填写30-86400间的值!");
    setLimits(context, ["max_execution_time", "max_input_time"], (value) => value.replace(/^\d+$/, time));
    raise(context, ["fastcgi_connect_timeout", "fastcgi_send_timeout", "fastcgi_read_timeout"], Number(time));
    return isSet(context);
  },
};
