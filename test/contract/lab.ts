import { COMPLETION_PACKAGE, writeFile } from "../../src/demoPanel/serverFiles.ts";
import type { DemoContainer, SiteRecord } from "../../src/demoPanel/state.ts";
import { EXIT, SLEEP } from "../fakes/labRows.ts";
import type { TestState } from "../demoPanel/state.ts";
import { createLabFiles } from "./labFiles.ts";
import { replace } from "./replace.ts";

/** When most of it was recorded. */
export const LAB_NOW = 1_795_223_987_000;

/** Makes a demo panel what the recorded one was at the end of most recordings. */
export function becomeLab(state: TestState): void {
  state.changedProjects.add("demo");
  replace(state.sites, lateSites());
  replace(state.javaProjects, [
    {
      ...siteOf(15, "demo", "/www/wwwroot/java/demo.jar"),
      note: "demo app",
      projectType: "Java",
      domains: [],
      javaType: "springboot",
      server: {
        ports: [18080],
        run: { pids: [3776], since: LAB_NOW - 2_300, listening: true },
        log: ["started"],
      },
      logFile: "/www/wwwlogs/java/newlogs/demo.log",
    },
  ]);
  replace(state.containers, [containerOf(EXIT, "lab-exit"), containerOf(SLEEP, "lab-sleep")]);
  replace(state.web.phpVersions, ["82"]);
  replace(state.web.categories, []);
  replace(state.terminal.hosts, [{ id: "192.0.2.10_22", port: 22, note: "web 1", position: 0 }]);
  replace(state.terminal.commands, []);
  state.terminal.settings = { ai_shell: false, ai_shell_analyze: true, terminal_theme: false, use_completion: true };
  writeFile(state.files, COMPLETION_PACKAGE, Buffer.alloc(312_514), 0);
  const order = { created: 1_790_039_987, renewed: 0 };
  replace(state.certificateOrders, [
    {
      ...order,
      index: "0123456789abcdef0123456789abcdef",
      domains: ["lab1.example.com", "www.lab1.example.com"],
      authType: "http",
      progress: { status: "valid", validUntil: 1_797_815_987 },
    },
    {
      ...order,
      index: "fedcba9876543210fedcba9876543210",
      domains: ["lab2.example.com"],
      authType: "dns",
      created: 1_795_220_387,
      progress: { status: "pending", expires: 1_795_742_387 },
    },
  ]);
  createLabFiles(state);
  state.composer.version = "2.5.5";
  state.composer.available = undefined;
}

/** Sites before some were deleted and made anew. */
export function earlySites(): readonly SiteRecord[] {
  const names = ["lab1", "lab2", "lab3", "lab4", "lab6", "lab7", "lab9", "lab10", "lab11", "lab12"];
  return names.map((name, index) => labSite(index + 1, name));
}

/** Sites at the end. */
function lateSites(): readonly SiteRecord[] {
  const others = earlySites().filter(({ id }) => id !== 2 && id !== 3);
  const last = { ...labSite(14, "lab30"), path: "/www/wwwroot/lab1.example.com" };
  return [...others, labSite(12, "lab2"), labSite(13, "lab3"), last];
}

function labSite(id: number, name: string): SiteRecord {
  const host = `${name}.example.com`;
  const more = name === "lab2" ? ["www.lab2.example.com", "alias2.example.com:8081"] : [];
  const site = siteOf(id, host, `/www/wwwroot/${host}`);
  return { ...site, php: name === "lab3" ? "8.2" : site.php, domains: [host, ...more] };
}

function siteOf(id: number, name: string, path: string): SiteRecord {
  return {
    id,
    name,
    path,
    running: true,
    note: "lab one",
    typeId: 0,
    projectType: "PHP",
    php: "静态",
    domains: [name],
    certificate: undefined,
  };
}

function containerOf(id: string, name: string): DemoContainer {
  const isExit = id === EXIT;
  return {
    id,
    name,
    image: "lab/busybox:1",
    created: isExit ? 1_795_223_797 : 1_795_223_796,
    ports: {},
    endsAtOnce: isExit,
    status: isExit ? "exited" : "running",
    startedAt: "2026-11-21T01:16:36.512345678Z",
    log: Array.from({ length: 39 }, () => "tick"),
  };
}
