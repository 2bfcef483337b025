import { type ServerFiles, writeFile } from "./serverFiles.ts";

/** The configuration of MySQL. */
const MYSQL_CONFIGURATION = "/etc/my.cnf";

/** The versions of PHP that the server has, in two digits. */
export const PHP_VERSIONS = ["74", "82"] as const;

const phpDirectory = (version: string): string => `/www/server/php/${version}`;

/** What a service says of its configuration, as its own program writes it. */
interface Problem {
  readonly words: string;
  /** The exit code of a check. */
  readonly code: number;
}

/** Writes the configurations of PHP, MySQL and Redis as panels do, in short, and their programs. */
export function seedServiceConfigurations(files: ServerFiles, mtime: number): void {
  const write = (path: string, text: string) => writeFile(files, path, Buffer.from(text), mtime);
  for (const version of PHP_VERSIONS) {
    const directory = phpDirectory(version);
    write(`${directory}/etc/php.ini`, phpIni);
    write(`${directory}/etc/php-fpm.conf`, fpmConfiguration(version));
    write(`${directory}/sbin/php-fpm`, "\u007FELF");
  }
  write(MYSQL_CONFIGURATION, mysqlConfiguration);
  write("/www/server/mysql/bin/mysqld", "\u007FELF");
  write("/www/server/nginx/sbin/nginx", "\u007FELF");
  write("/www/server/redis/redis.conf", "bind 127.0.0.1\nport 6379\ndaemonize yes\npidfile /var/run/redis_6379.pid\n");
}

const phpIni = `[PHP]
engine = On
short_open_tag = On
precision = 14
output_buffering = 4096
max_execution_time = 300
max_input_time = 60
memory_limit = 128M
error_reporting = E_ALL & ~E_NOTICE
display_errors = On
post_max_size = 50M
upload_max_filesize = 50M

[Date]
date.timezone = PRC
`;

function fpmConfiguration(version: string): string {
  return `[global]
pid = ${phpDirectory(version)}/var/run/php-fpm.pid
error_log = ${phpDirectory(version)}/var/log/php-fpm.log
log_level = notice

[www]
listen = /tmp/php-cgi-${version}.sock
listen.backlog = 8192
listen.owner = www
listen.group = www
listen.mode = 0666
user = www
group = www
pm = dynamic
pm.max_children = 50
pm.start_servers = 5
pm.min_spare_servers = 5
pm.max_spare_servers = 20
request_terminate_timeout = 100
`;
}

const mysqlConfiguration = `[client]
port = 3306
socket = /tmp/mysql.sock

[mysqld]
port = 3306
socket = /tmp/mysql.sock
datadir = /www/server/data
default_storage_engine = InnoDB
skip-external-locking
key_buffer_size = 64M
max_connections = 100
log-bin = mysql-bin
`;

/** Settings of PHP-FPM that the demo knows, besides those that its own configuration has. */
const FPM_SETTINGS = new Set(
  `access.log catch_workers_output chdir clear_env daemonize emergency_restart_interval emergency_restart_threshold include
  listen.allowed_clients ping.path pm.max_requests pm.process_idle_timeout pm.status_path process.max process_control_timeout
  request_slowlog_timeout rlimit_files security.limit_extensions slowlog`.split(/\s+/),
);

/** Those of MySQL. */
const MYSQL_SETTINGS = new Set(
  `back_log binlog_format character_set_server default_time_zone expire_logs_days innodb_buffer_pool_size innodb_data_home_dir
  innodb_log_file_size innodb_lock_wait_timeout interactive_timeout long_query_time max_allowed_packet net_buffer_length
  read_buffer_size server_id slow_query_log sort_buffer_size sql_mode table_open_cache thread_cache_size tmp_table_size user
  wait_timeout`.split(/\s+/),
);

/** Why PHP-FPM does not start; `undefined`: it does. */
export function fpmProblem(files: ServerFiles, version: string): Problem | undefined {
  const path = `${phpDirectory(version)}/etc/php-fpm.conf`;
  const known = new Set([...FPM_SETTINGS, ...settingsIn(fpmConfiguration(version))]);
  for (const [index, line] of linesOf(files, path).entries()) {
    if (isUnclosed(line))
      return fpm("PHP:  syntax error, unexpected end of file, expecting ']' in Unknown on line 1", path);
    const [setting = "", value = ""] = parts(line);
    const at = `ERROR: [${path}:${index + 1}]`;
    if (setting === "pm" && !["static", "dynamic", "ondemand"].includes(value))
      return fpm(
        `${at} unable to parse value for entry 'pm': invalid process manager (static, dynamic or ondemand)`,
        path,
      );
    const isKnown = known.has(setting) || /^(?:env|php_(?:admin_)?(?:value|flag))\[/.test(setting);
    if (setting !== "" && !isKnown) return fpm(`${at} unknown entry '${setting}'`, path);
  }
  return undefined;
}

function fpm(words: string, path: string): Problem {
  const stamp = "[28-Nov-2026 10:00:00]";
  const first = words.startsWith("PHP:") ? words : `${stamp} ${words}`;
  const lines = [
    first,
    `${stamp} ERROR: failed to load configuration file '${path}'`,
    `${stamp} ERROR: FPM initialization failed`,
  ];
  return { words: lines.join("\n"), code: 78 };
}

/** What PHP does not understand of a `php.ini`, with which it starts all the same (docs/protocol.md 17.10). */
function iniProblem(files: ServerFiles, version: string): string | undefined {
  const path = `${phpDirectory(version)}/etc/php.ini`;
  for (const [index, line] of linesOf(files, path).entries()) {
    // PHP counts the end of the line as the next one
    if (/=.*[(&]\s*$/.test(line)) return `PHP:  syntax error, unexpected END_OF_LINE in ${path} on line ${index + 2}`;
    if (isUnclosed(line))
      return `PHP:  syntax error, unexpected end of file, expecting ']' in ${path} on line ${index + 1}`;
  }
  return undefined;
}

/** Why MySQL does not start; `undefined`: it does. */
export function mysqlProblem(files: ServerFiles): Problem | undefined {
  const known = new Set([...MYSQL_SETTINGS, ...settingsIn(mysqlConfiguration).map(plain)]);
  let group = "";
  for (const [index, line] of linesOf(files, MYSQL_CONFIGURATION).entries()) {
    const place = `in config file ${MYSQL_CONFIGURATION} at line ${index + 1}`;
    const [setting = "", value] = parts(line);
    if (isUnclosed(line)) return mysql(`mysqld: [ERROR] Wrong group definition ${place}.`);
    if (line.startsWith("[")) group = line.slice(1, -1);
    else if (setting !== "" && group === "")
      return mysql(`mysqld: [ERROR] Found option without preceding group ${place}.`);
    else if (setting !== "" && group === "mysqld" && !known.has(plain(setting)))
      return mysql(
        `2026-11-28T10:00:00.000000Z 0 [ERROR] [MY-000067] [Server] unknown variable '${setting}=${value ?? ""}'.`,
      );
  }
  return undefined;
}

function mysql(words: string): Problem {
  return { words: `${words}\n2026-11-28T10:00:00.000000Z 0 [ERROR] [MY-010119] [Server] Aborting`, code: 1 };
}

/** The programs of these services, each a script of `sh`, which say of the configurations what is so now. */
export function serviceTools(files: ServerFiles): Readonly<Record<string, string>> {
  const ofPhp = PHP_VERSIONS.map((version) => {
    const { words, code } = fpmProblem(files, version) ?? {
      words: "NOTICE: configuration file test is successful",
      code: 0,
    };
    const said = [iniProblem(files, version), words].filter((each) => each !== undefined).join("\n");
    return `  */${version}/etc/*)\n${saying(said, code)}    ;;`;
  });
  const { words = "", code = 0 } = mysqlProblem(files) ?? {};
  return {
    "php-fpm": `case $5 in\n${ofPhp.join("\n")}\nesac\n`,
    mysqld: `case "$*" in\n  *--version*) echo 'mysqld  Ver 8.0.36 for Linux on x86_64' ;;\n  *)\n${saying(words, code)}    ;;\nesac\n`,
  };
}

/** Lines of a script that write to stderr, and end. */
function saying(words: string, code: number): string {
  return `    printf '%s\\n' '${words.replaceAll("'", String.raw`'\''`)}' >&2\n    exit ${code}\n`;
}

function linesOf(files: ServerFiles, path: string): readonly string[] {
  return (files.get(path)?.bytes?.toString() ?? "").split("\n").map((line) => line.trim());
}

/** The setting and value of a line; none of a comment, an empty line or a heading. */
function parts(line: string): readonly string[] {
  if (line === "" || /^[;#[]/.test(line)) return [];
  const [setting = "", ...rest] = line.split("=");
  return [setting.trim(), rest.join("=").trim()];
}

function isUnclosed(line: string): boolean {
  return line.startsWith("[") && !line.endsWith("]");
}

function settingsIn(text: string): readonly string[] {
  return text.split("\n").flatMap((line) => parts(line).slice(0, 1));
}

function plain(setting: string): string {
  return setting.replaceAll("-", "_");
}
