import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { ResourceKind } from "../../src/resources/resources.ts";
import type { TableAction } from "../wire/unansweredChanges.ts";
import type { Live } from "./onEachPanel.ts";
import { JAVA_PORT } from "./server.ts";

const DAY_S = 86_400;

/** Rows of the run in which actions of a running panel are offered, as far as the server has what they need. */
export class EveryRow {
  readonly #live: Live;
  /** A project that runs, of each kind of which there is one here. */
  readonly #projects = new Map<ResourceKind, string>();

  /** Adds rows of every kind; the run's end removes them. */
  static async add(live: Live): Promise<EveryRow> {
    const rows = new EveryRow(live);
    await rows.#addWebsites();
    await rows.#addContainers();
    await rows.#addProjects();
    await rows.#addTasks();
    return rows;
  }

  private constructor(live: Live) {
    this.#live = live;
  }

  /** Runs a task while there is a row in a state in which the action is offered. */
  async whileOffered<T>({ kind, verb }: TableAction, task: () => Promise<T>): Promise<T> {
    const project = this.#projects.get(kind);
    if (verb !== "start" || project === undefined) return task();
    const { target } = this.#live;
    await target.act(kind, "stop", project);
    try {
      return await task();
    } finally {
      await target.act(kind, "start", project);
    }
  }

  /** A website with PHP, a database and a certificate that ends, and a stopped one without any. */
  async #addWebsites(): Promise<void> {
    const { panel, target } = this.#live;
    if (!(await panel.has("webServer"))) return;
    const { server, prefix } = panel;
    const [php] = await server.phpVersions();
    const account = `${prefix}g`;
    const database = (await panel.has("mysql")) && { user: account, password: "Live-Secret-1", charset: "utf8mb4" };
    const [full, plain] = ["full", "plain"].map((what) => {
      const domain = `${prefix}-every-${what}.example.com`;
      return {
        domain,
        name: domain,
        additionalDomains: [],
        root: `/www/wwwroot/${domain}`,
        port: 80,
        typeId: 0,
        note: "",
      };
    });
    assert.ok(full && plain);
    await target.create({ ...full, php: php ?? "00", ...(database && { database }) });
    await target.create({ ...plain, php: "00" });
    await target.act("site", "stop", plain.domain);
    await server.addCertificate(full, 5);
    const index = createHash("md5").update(full.domain).digest("hex");
    await server.addOrder(index, full.domain, Math.floor(Date.now() / 1000) + 5 * DAY_S);
  }

  async #addContainers(): Promise<void> {
    const { panel, target } = this.#live;
    if (!(await panel.has("docker"))) return;
    for (const verb of [undefined, "pause", "stop"] as const) {
      const name = `${panel.prefix}-${verb ?? "runs"}`;
      await panel.server.addContainer(name, "is up");
      if (verb !== undefined) await target.act("container", verb, name);
    }
  }

  async #addProjects(): Promise<void> {
    const { panel } = this.#live;
    const { server, prefix } = panel;
    if (await panel.has("java")) {
      const name = `${prefix}java`;
      await server.addJavaProject(name);
      this.#projects.set("javaProject", name);
    }
    for (const type of ["nodejs", "python"] as const) {
      if (this.#projects.has("project") || !(await panel.has(type))) continue;
      const name = `${prefix}${type}`;
      await server.addProject(type, name, JAVA_PORT + 1);
      this.#projects.set("project", name);
    }
  }

  /** A scheduled task that is on, and one that is off. */
  async #addTasks(): Promise<void> {
    const { panel, target } = this.#live;
    for (const name of ["on", "off"].map((state) => `${panel.prefix}${state}`)) await panel.server.addTask(name);
    await target.act("scheduledTask", "turnOff", `${panel.prefix}off`);
  }
}
