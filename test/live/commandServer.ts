import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { certificatesIn } from "../../src/certificates/certificateChain.ts";
import { changeOrders, readOrders } from "./panelOrders.ts";
import { PANEL, ServerShell } from "./serverShell.ts";
import { hashIn, linesIn, quoted } from "./shellWords.ts";
import { beginVisits, pageOf, visitOnce } from "./deployed/visitors.ts";
import { callPanel, type RunningPanel } from "./runningPanel.ts";
import { creationOf, folderOf, programOf, pythonStartOf, removalOf } from "./deployed/newProject.ts";
import {
  type ApiSettings,
  JAVA_PORT,
  type JavaBehavior,
  once,
  type Part,
  type ProjectType,
  type ServedSite,
  type Server,
  type ServerProcess,
  type ServiceName,
  type Undo,
  type Work,
} from "./server.ts";

/** One a second. */
const START_TRIES = 60;

/** Prints the file of an interpreter of Python for projects, which may not be the panel's own. */
const PYTHON = `grep -o '"bin_path": *"[^"]*"' ${PANEL}/data/python_project_env.json | cut -d '"' -f 4 | grep -v '^${PANEL}' | head -n 1`;

/** Image of the containers; it must be on the server. */
const IMAGE = "busybox";

/** Files behind the settings of the terminal. */
const TERMINAL_FILES = [`${PANEL}/data/use_completion_tool.pl`, `${PANEL}/BTPanel/static/zh.json.gz`];

/** A shell command that succeeds if the part is there, and the reason for the list if not. */
const PARTS: Readonly<Record<Part, readonly [test: string, missing: string]>> = {
  webServer: ["[ -x /www/server/nginx/sbin/nginx ]", "nginx is not installed"],
  php: ["ls -d /www/server/php/[0-9]*", "no PHP is installed"],
  ftp: ["[ -e /www/server/pure-ftpd/etc/pureftpd.passwd ]", "Pure-FTPd is not installed"],
  mysql: ["[ -S /tmp/mysql.sock ]", "MySQL does not run"],
  docker: [`docker image inspect ${IMAGE}`, `Docker does not run, or has no image ${IMAGE}`],
  java: [
    `command -v java && command -v javac && command -v jar && [ -z "$(ss -Hltn 'sport = :${JAVA_PORT}')" ]`,
    `there is no JDK, or port ${JAVA_PORT} is in use`,
  ],
  redis: ["[ -e /www/server/redis/runtest ]", "Redis is not installed"],
  nodejs: ["ls /www/server/nodejs/v*/bin/node", "the panel has no Node.js"],
  python: [`[ -n "$(${PYTHON})" ]`, "the panel knows no Python for projects"],
  composer: ["command -v composer", "Composer is not installed"],
};

/** A server behind a command line. */
export class CommandServer implements Server {
  readonly #panel: RunningPanel;
  readonly #prefix: string;
  readonly #shell: ServerShell;

  /** @param prefix start of all names of the run: letters and digits */
  constructor(panel: RunningPanel, prefix: string) {
    this.#panel = panel;
    this.#prefix = prefix;
    this.#shell = new ServerShell(panel.ask);
  }

  async lacks(part: Part): Promise<string | undefined> {
    const [test, missing] = PARTS[part];
    return (await this.#shell.is(test)) ? undefined : missing;
  }

  async isServed({ name, port, root }: ServedSite): Promise<boolean> {
    const token = `${root}/${this.#prefix}.txt`;
    const page = `curl -s -m 10 -H ${quoted(`Host: ${name}`)} http://127.0.0.1:${port}/${this.#prefix}.txt`;
    return this.#shell.is(
      `[ -d ${quoted(root)} ] && echo ${this.#prefix} > ${quoted(token)} && ${page} | grep -qx ${this.#prefix}`,
    );
  }

  readonly visit = async (site: Pick<ServedSite, "name" | "port">) => visitOnce(this.#shell, site);
  readonly page = async (site: Pick<ServedSite, "name" | "port">, path: string) => pageOf(this.#shell, site, path);
  readonly keepVisiting = async (site: ServedSite) => beginVisits(this.#shell, site);

  async servedCertificate(name: string): Promise<string | undefined> {
    const ask = `echo | timeout 10 openssl s_client -connect 127.0.0.1:443 -servername ${quoted(name)} 2>/dev/null`;
    const pem = await this.#shell.ask(`${ask} | openssl x509 2>/dev/null || true`);
    return certificatesIn(pem)[0]?.fingerprint256;
  }

  async logsWith(text: string): Promise<readonly string[]> {
    const found = `grep -rlF -e ${quoted(text)} ${PANEL}/logs /www/wwwlogs ${PANEL}/data /tmp /var/log 2>/dev/null || true`;
    return linesIn(await this.#shell.ask(found));
  }

  async isDirectory(path: string): Promise<boolean> {
    return this.#shell.is(`[ -d ${quoted(path)} ]`);
  }

  async has(path: string): Promise<boolean> {
    return this.#shell.is(`[ -e ${quoted(path)} ] || [ -L ${quoted(path)} ]`);
  }

  async access(path: string) {
    const [uid, gid, mode = ""] = (await this.#shell.ask(`stat -c '%u %g %a' ${quoted(path)}`)).trim().split(" ");
    return { uid: Number(uid), gid: Number(gid), mode: Number.parseInt(mode, 8) };
  }

  async isLocked(path: string): Promise<boolean> {
    return this.#shell.is(`lsattr -d ${quoted(path)} | cut -d ' ' -f 1 | grep i`);
  }

  async hashes(directory: string): Promise<ReadonlyMap<string, string>> {
    const lines = linesIn(await this.#shell.ask(`cd ${quoted(directory)} && find . -type f -exec sha1sum {} +`));
    return new Map(lines.map(hashIn));
  }

  async below(directory: string): Promise<readonly string[]> {
    const found = await this.#shell.ask(`cd ${quoted(directory)} 2>/dev/null && find . -mindepth 1 || true`);
    return linesIn(found).map((line) => line.slice(2));
  }

  async read(path: string): Promise<Buffer> {
    return Buffer.from(await this.#shell.ask(`base64 ${quoted(path)}`), "base64");
  }

  async lines(path: string): Promise<readonly string[]> {
    return linesIn(await this.#shell.ask(`cat ${quoted(path)} 2>/dev/null || true`));
  }

  async hasFtpUser(name: string): Promise<boolean> {
    return this.#shell.is(`grep -q ${quoted(`^${name}:`)} /www/server/pure-ftpd/etc/pureftpd.passwd`);
  }

  async hasDatabase(name: string): Promise<boolean> {
    return this.isDirectory(`/www/server/data/${name}`);
  }

  async listener(port: number): Promise<number | undefined> {
    const id = /pid=(\d+)/.exec(await this.#shell.ask(`ss -Hltnp 'sport = :${port}'`))?.[1];
    return id === undefined ? undefined : Number(id);
  }

  async container(name: string) {
    const format = quoted("{{.State.Status}} {{.State.StartedAt}}");
    const words = await this.#shell.ask(`docker inspect -f ${format} ${name} 2>/dev/null || true`);
    const [status, startedAt] = words.trim().split(" ");
    return status === undefined || startedAt === undefined ? undefined : { status, startedAt };
  }

  async containerLines(name: string): Promise<readonly string[]> {
    return linesIn(await this.#shell.ask(`docker logs ${name} 2>&1`));
  }

  async addProject(type: ProjectType, name: string, port: number, user: "root" | "www" = "root"): Promise<void> {
    const folder = folderOf(name);
    const source = await readFile(
      new URL(type === "nodejs" ? "deployed/program.cjs" : "deployed/program.py", import.meta.url),
      "base64",
    );
    // BaoTa wants what npm needs
    await this.#shell.ask(`mkdir -p ${folder}/node_modules && cd ${folder} && echo '{}' > package.json &&
      echo ${source} | base64 -d > ${programOf(type, name)} && cp "$(readlink -f "$(command -v python3)")" ${name} &&
      chown -R ${user}:${user} ${folder}`);
    const [node = "", python = ""] = linesIn(
      await this.#shell.ask(`echo "$(ls /www/server/nodejs | grep '^v' | head -n 1)"; echo "$(${PYTHON})"`),
    );
    const { edition } = this.#panel;
    await callPanel(this.#panel, creationOf(edition, { type, name, port, user }, { node, python }));
    await this.#listens(name, port, async () => {
      // refused while it is prepared
      if (type === "python") await callPanel(this.#panel, pythonStartOf(edition, name)).catch(() => undefined);
    });
  }

  async breakProject(type: ProjectType, name: string): Promise<void> {
    const broken = type === "nodejs" ? "process.exit(3)" : "raise SystemExit(3)";
    await this.#shell.ask(`echo ${quoted(broken)} > ${programOf(type, name)}`);
  }

  async addTask(name: string, end?: string): Promise<void> {
    // some two weeks ahead
    const day = ((new Date().getUTCDate() + 13) % 28) + 1;
    const fields = {
      action: "AddCrontab",
      name,
      type: "month",
      where1: String(day),
      hour: "3",
      minute: "30",
      week: "",
      sType: "toShell",
      sBody: [`echo ${name} ran`, end ?? ""].join("\n"),
      sName: "",
      backupTo: "",
      save: "",
      save_local: "0",
      urladdress: "",
      notice: "0",
      notice_channel: "",
      user: "root",
      flock: "0",
    };
    await callPanel(this.#panel, { path: this.#crontab, fields });
  }

  async removeTasks(beginning: string): Promise<void> {
    for (const row of await this.#shell.rows(beginning)) {
      const [table, id = ""] = row.split(" ");
      if (table === "crontab")
        await callPanel(this.#panel, { path: this.#crontab, fields: { action: "DelCrontab", id } });
    }
  }

  async task(name: string) {
    const [row = ""] = await this.#shell.rows(name);
    const [, , , echo = "", status] = row.split(" ");
    const bytes = Number(await this.#shell.ask(`stat -c %s /www/server/cron/${echo}.log 2>/dev/null || echo 0`));
    return { bytes, isOn: status === "1" };
  }

  async serviceProcess(name: ServiceName): Promise<number | undefined> {
    const php = name.replace("php-fpm-", "");
    const file = {
      nginx: "/www/server/nginx/logs/nginx.pid",
      redis: "/var/run/redis_6379.pid",
      "pure-ftpd": "/var/run/pure-ftpd.pid",
      [`php-fpm-${php}`]: `/www/server/php/${php}/var/run/php-fpm.pid`,
    }[name];
    const found = file === undefined ? "$(pgrep -xo 'mysqld|mariadbd')" : `$(cat ${file} 2>/dev/null)`;
    const id = (await this.#shell.ask(`p=${found} && [ -d /proc/$p ] && echo $p || true`)).trim();
    return id === "" ? undefined : Number(id);
  }

  async webServerWorkers(): Promise<readonly number[]> {
    const id = await this.serviceProcess("nginx");
    const found = id === undefined ? "" : await this.#shell.ask(`pgrep -P ${id} || true`);
    return found
      .split(/\s+/)
      .map(Number)
      .filter((each) => each > 0);
  }

  async hasOrder(index: string): Promise<boolean> {
    return index in (await readOrders(this.#shell));
  }

  async terminal() {
    const [settings = "", archive = ""] = TERMINAL_FILES;
    const file = JSON.parse((await this.#shell.ask(`cat ${settings} 2>/dev/null || echo {}`)) || "{}") as Record<
      string,
      unknown
    >;
    const hasPackage = await this.#shell.is(`[ -s ${archive} ]`);
    return {
      completion: file["use_completion"] === true,
      theme: file["terminal_theme"] === true,
      aiShell: file["ai_shell"] === true,
      aiAnalysis: file["ai_shell_analyze"] !== false,
      hasPackage,
    };
  }

  async composer(): Promise<string | undefined> {
    const words = await this.#shell.ask("COMPOSER_ALLOW_SUPERUSER=1 composer --version --no-ansi 2>/dev/null || true");
    return /version (\d+(?:\.\d+)+)/.exec(words)?.[1];
  }

  async phpVersions(): Promise<readonly string[]> {
    return linesIn(await this.#shell.ask("ls /www/server/php 2>/dev/null || true")).filter((name) =>
      /^\d\d$/.test(name),
    );
  }

  async processors(): Promise<number> {
    return Number(await this.#shell.ask("nproc"));
  }

  async processesOf(word: string): Promise<readonly ServerProcess[]> {
    return this.#shell.processesOf(word);
  }

  async saved() {
    const folder = `${PANEL}/config/ssh_info`;
    const hosts = linesIn(await this.#shell.ask(`cd ${folder} && ls -d */info.json 2>/dev/null || true`));
    const files = linesIn(
      await this.#shell.ask(
        `cd ${folder} && cat sys_command.json 2>/dev/null; echo; cat user_command.json 2>/dev/null || true`,
      ),
    );
    const commands = files.flatMap((text) =>
      text === "" ? [] : (JSON.parse(text) as readonly { readonly title: string }[]),
    );
    return { hosts: hosts.map((path) => path.replace("/info.json", "")), commands: commands.map(({ title }) => title) };
  }

  async put(path: string, bytes: Uint8Array, mode = 0o644): Promise<void> {
    const file = quoted(path);
    await this.#shell.ask(
      `mkdir -p "$(dirname ${file})" && base64 -d > ${file} && chmod ${mode.toString(8)} ${file}`,
      bytes,
    );
  }

  async link(path: string, to: string): Promise<void> {
    await this.#shell.ask(`ln -s ${quoted(to)} ${quoted(path)}`);
  }

  async move(from: string, to: string): Promise<void> {
    await this.#shell.ask(`mv -f -T ${quoted(from)} ${quoted(to)}`);
  }

  async remove(directory: string): Promise<void> {
    await this.#shell.ask(`rm -rf ${quoted(directory)}`);
  }

  async lock(path: string, attribute: "i" | "a"): Promise<Undo> {
    await this.#shell.ask(`chattr +${attribute} ${quoted(path)}`);
    return once(async () => void (await this.#shell.ask(`chattr -${attribute} ${quoted(path)}`)));
  }

  async mount(path: string, from: { readonly directory: string } | { readonly bytes: number }): Promise<Undo> {
    const what = "bytes" in from ? `-t tmpfs -o size=${from.bytes},mode=755 tmpfs` : `--bind ${quoted(from.directory)}`;
    await this.#shell.ask(`mkdir -p ${quoted(path)} && mount ${what} ${quoted(path)}`);
    // one that was made for it is empty again
    return once(
      async () => void (await this.#shell.ask(`umount ${quoted(path)} && { rmdir ${quoted(path)} || true; }`)),
    );
  }

  async give(path: string, user: "root" | "www"): Promise<void> {
    await this.#shell.ask(`chown ${user}:${user} ${quoted(path)}`);
  }

  async setMode(path: string, mode: number): Promise<void> {
    await this.#shell.ask(`chmod ${mode.toString(8)} ${quoted(path)}`);
  }

  async age(path: string, minutes: number): Promise<void> {
    await this.#shell.ask(`touch -c -d '${minutes} minutes ago' ${quoted(path)}`);
  }

  async turnOffAndOn({ id, name }: { readonly id: number; readonly name: string }): Promise<void> {
    const module = this.#panel.edition === "aapanel" ? "/v2/site" : "/site";
    for (const action of ["SiteStop", "SiteStart"])
      await callPanel(this.#panel, { path: `${module}?action=${action}`, fields: { id: String(id), name } });
  }

  async setRoot(name: string, root: string): Promise<void> {
    const program = `public.M("sites").where("name=?", (${JSON.stringify(name)},)).setField("path", ${JSON.stringify(root)})`;
    await this.#shell.ask(`mkdir -p ${quoted(root)} && chown www:www ${quoted(root)}`);
    await this.#shell.python(program);
  }

  async keepBusy(): Promise<Work> {
    // a name of its own, by which it is found and ended
    const program = `/tmp/${this.#prefix}-work`;
    const [pattern, names] = [
      `[${program[0]}]${program.slice(1)}`,
      ["one", "two", "three"].map((word) => `${this.#prefix}-${word}`),
    ];
    await this.#shell.ask(`ln -s "$(command -v sleep)" ${program}`);
    const queued = names.map((name) => `panelTask.bt_task().create_task("${name}", 0, "${program} 1800")`);
    await this.#shell.python(["import panelTask", ...queued].join("\n"));
    for (const name of names) {
      await this.addTask(name, `${program} 1800`);
      const [, id = ""] = ((await this.#shell.rows(name))[0] ?? "").split(" ");
      await callPanel(this.#panel, { path: this.#crontab, fields: { action: "StartTask", id } });
    }
    const running = async () => Number(await this.#shell.ask(`pgrep -cf '${pattern}' || true`));
    // the queue works on one at a time, and looks once in some seconds
    for (let tries = 0; (await running()) <= names.length; tries += 1) {
      if (tries === START_TRIES) throw new Error("the panel's queue does not begin");
      await sleep(1_000);
    }
    return {
      goesOn: async () => (await running()) > names.length,
      end: once(async () => {
        const own = `public.M("task_list").where("name like ?", ("${this.#prefix}%",)).delete()`;
        await this.#shell.python(own);
        // without it what is still queued ends at once
        await this.#shell.ask(`rm -f ${program}`);
        await this.#shell.ask(`pkill -f '${pattern}' || true`);
        for (const name of names) await this.removeTasks(name);
      }),
    };
  }

  async write(path: string, line: string): Promise<void> {
    await this.#shell.ask(`echo ${quoted(line)} >> ${quoted(path)}`);
  }

  async addJavaProject(name: string): Promise<void> {
    const folder = `/www/wwwroot/${name}`;
    const jar = `${folder}/${name}.jar`;
    const source = await readFile(new URL("deployed/Program.java", import.meta.url), "base64");
    const manifest = quoted("Main-Class: Program");
    await this.#shell
      .ask(`mkdir -p ${folder} && cd ${folder} && echo ${source} | base64 -d > Program.java && javac Program.java &&
      echo ${manifest} > manifest && jar cfm ${jar} manifest Program.class && rm manifest Program.java Program.class`);
    await this.setJavaBehavior(name, {});
    const java = (await this.#shell.ask("readlink -f $(command -v java)")).trim();
    const project = {
      project_name: name,
      project_jar: jar,
      project_jdk: java,
      project_cmd: `${java} -jar ${jar} ${JAVA_PORT} ${folder}/behavior`,
      project_ps: "",
      run_user: "root",
      port: String(JAVA_PORT),
    };
    if (this.#panel.edition === "baota")
      await callPanel(this.#panel, {
        path: "/mod/java/project/create_project/stype",
        fields: { ...project, project_type: "0" },
      });
    else
      await callPanel(this.#panel, {
        path: "/v2/project/java/create_project",
        fields: { ...project, project_type: "3" },
      });
    await this.#listens(name, JAVA_PORT);
  }

  async setJavaBehavior(name: string, { listensAfterMs = 0, endsAfterMs = 0 }: JavaBehavior): Promise<void> {
    await this.#shell.ask(`echo ${listensAfterMs} ${endsAfterMs} > /www/wwwroot/${name}/behavior`);
  }

  async addContainer(name: string, line: string): Promise<void> {
    const program = quoted(`echo ${line}; while :; do sleep 1; done`);
    await this.#shell.ask(`docker run -d --name ${name} ${IMAGE} sh -c ${program}`);
  }

  async addBrokenContainer(name: string): Promise<void> {
    await this.#shell.ask(`docker create --name ${name} ${IMAGE} sh -c 'exit 3'`);
  }

  async addOrder(index: string, domain: string, validUntil: number): Promise<void> {
    const order = {
      status: "valid",
      auth_type: "http",
      auth_to: `/www/wwwroot/${domain}`,
      domains: [domain],
      create_time: validUntil - 90 * 86_400,
      renew_time: 0,
      cert_timeout: validUntil,
      save_path: `vhost/letsencrypt/${domain}`,
    };
    await changeOrders(this.#shell, (orders) => ({ ...orders, [index]: order }));
  }

  /** Panels read the certificate's file from the website's configuration, comments included. */
  async secure({ name }: ServedSite): Promise<void> {
    const file = `/tmp/${this.#prefix}-key.pem`;
    const pair = await this.#shell.ask(
      `openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=${name} -addext subjectAltName=DNS:${name} -days 30 -keyout ${file} 2>/dev/null && cat ${file} && rm ${file}`,
    );
    const begin = pair.indexOf("-----BEGIN PRIVATE KEY");
    // panels write what they are sent into a log, but for what stands behind so many blanks (docs/protocol.md 9.12)
    const key = " ".repeat(4_100) + pair.slice(begin);
    const fields = { type: "1", siteName: name, key, csr: pair.slice(0, begin) };
    await callPanel(this.#panel, { path: "/site?action=SetSSL", fields });
  }

  async addCertificate({ name }: ServedSite, days: number): Promise<void> {
    const folder = `${PANEL}/vhost/cert/${name}`;
    const subject = `-subj /CN=${name} -addext subjectAltName=DNS:${name} -days ${days}`;
    const files = `-keyout ${folder}/privkey.pem -out ${folder}/fullchain.pem`;
    await this.#shell.ask(
      `mkdir -p ${folder} && openssl req -x509 -newkey rsa:2048 -nodes ${subject} ${files} 2>/dev/null`,
    );
    const line = quoted(`# ssl_certificate ${folder}/fullchain.pem;`);
    await this.#shell.ask(`echo ${line} >> ${PANEL}/vhost/nginx/${name}.conf`);
  }

  /** The server removes the file itself if this process is killed. */
  async breakWebServer(): Promise<Undo> {
    const file = `${PANEL}/vhost/nginx/${this.#prefix}.conf`;
    await this.#shell.ask(`echo 'broken;' > ${file}; (sleep 180; rm -f ${file}) >/dev/null 2>&1 </dev/null &`);
    return once(async () => void (await this.#shell.ask(`rm -f ${file}`)));
  }

  /** As there. */
  async breakPhp(version: string): Promise<Undo> {
    const file = `/www/server/php/${version}/etc/php-fpm.conf`;
    const mend = `sed -i /^${this.#prefix}/d ${file}`;
    await this.#shell.ask(`echo '${this.#prefix} = 1' >> ${file}; (sleep 180; ${mend}) >/dev/null 2>&1 </dev/null &`);
    return once(async () => void (await this.#shell.ask(mend)));
  }

  /** As there. */
  async changeApi(settings: ApiSettings): Promise<Undo> {
    const file = `${PANEL}/config/api.json`;
    const copy = `/tmp/${this.#prefix}-api.json`;
    const changed = JSON.stringify({ ...(JSON.parse(await this.#shell.ask(`cat ${file}`)) as object), ...settings });
    const mend = `[ ! -e ${copy} ] || mv -f ${copy} ${file}`;
    await this.#shell.ask(`cp -p ${file} ${copy}; (sleep 180; ${mend}) >/dev/null 2>&1 </dev/null &`);
    await this.#shell.ask(`base64 -d > ${file}`, Buffer.from(changed));
    return once(async () => void (await this.#shell.ask(mend)));
  }

  async stopMysql(): Promise<Undo> {
    await this.#shell.ask(
      "/etc/init.d/mysqld stop; (sleep 180; /etc/init.d/mysqld start) >/dev/null 2>&1 </dev/null &",
    );
    return once(async () => void (await this.#shell.ask("/etc/init.d/mysqld start >/dev/null 2>&1 </dev/null")));
  }

  async kill(processes: readonly ServerProcess[]): Promise<void> {
    await this.#shell.ask(`kill -9 ${processes.map(({ pid }) => pid).join(" ")}`);
  }

  async restartPanel(): Promise<void> {
    await this.#shell.ask("/etc/init.d/bt restart >/dev/null 2>&1 </dev/null");
  }

  async keep(what: "terminal" | "composer"): Promise<Undo> {
    const files =
      what === "terminal" ? TERMINAL_FILES : [(await this.#shell.ask("readlink -f $(command -v composer)")).trim()];
    const copyOf = (file: string) => `/tmp/${this.#prefix}-${file.replaceAll("/", "_")}`;
    for (const file of files) await this.#shell.ask(`[ ! -e ${file} ] || cp -p ${file} ${copyOf(file)}`);
    return once(async () => {
      for (const file of files)
        await this.#shell.ask(`if [ -e ${copyOf(file)} ]; then mv -f ${copyOf(file)} ${file}; else rm -f ${file}; fi`);
    });
  }

  /** Includes what panels leave behind after a deletion (docs/protocol.md 6.26). */
  async sweep(): Promise<void> {
    const { edition } = this.#panel;
    await this.removeTasks(this.#prefix);
    for (const row of await this.#shell.rows(this.#prefix)) {
      const [table, id = "", name = "", type = ""] = row.split(" ");
      const removal = removalOf(edition, type, name);
      if (table === "databases")
        await callPanel(this.#panel, { path: "/database", fields: { action: "DeleteDatabase", id, name } });
      else if (removal !== undefined) await callPanel(this.#panel, removal);
      else {
        const fields = { action: "DeleteSite", id, webname: name, path: "1", ftp: "1", database: "1" };
        await callPanel(this.#panel, { path: "/site", fields });
      }
    }
    const isOwn = (order: unknown) => JSON.stringify(order).includes(this.#prefix);
    await changeOrders(this.#shell, (all) =>
      Object.fromEntries(Object.entries(all).filter(([, order]) => !isOwn(order))),
    );
    await this.#shell.ask(`docker ps -aq --filter name=${this.#prefix} 2>/dev/null | xargs -r docker rm -f`);
    // with brackets the pattern does not match itself
    await this.#shell.ask(`pkill -f '[s]${this.#prefix.slice(1)}.*([.]jar|/program[.])' || true`);
    const pairs = `grep -lsF ${this.#prefix} ${PANEL}/vhost/ssl_saved/*/info.json`;
    await this.#shell.ask(`${pairs} | xargs -r -n 1 dirname | xargs -r rm -rf`);
    const places = "/www/wwwroot /www/wwwlogs /www/backup /www/.Recycle_bin /.Recycle_bin /tmp /var/tmp/springboot";
    const more = `${PANEL}/vhost ${PANEL}/data/check_domain /www/server/python_project`;
    const remove = "-prune -exec chattr -R -ia {} + -exec rm -rf {} +";
    await this.#shell.ask(`find ${places} ${more} -name '*${this.#prefix}*' ${remove} 2>/dev/null || true`);
  }

  /** Waits until something listens on a port; `urge` is called again and again meanwhile. */
  async #listens(name: string, port: number, urge?: () => Promise<void>): Promise<void> {
    for (let tries = 0; (await this.listener(port)) === undefined; tries += 1) {
      if (tries === START_TRIES) throw new Error(`${name} does not start`);
      await sleep(1_000);
      await urge?.();
    }
  }

  get #crontab(): string {
    return this.#panel.edition === "aapanel" ? "/v2/crontab" : "/crontab";
  }
}
