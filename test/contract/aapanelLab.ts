import type { DemoContainer, SiteRecord, DemoState } from "../../src/demoPanel/state.ts";
import { createLabFiles } from "./labFiles.ts";
import { replace } from "./replace.ts";

/** When most of it was recorded. */
export const AAPANEL_LAB_NOW = 1_795_297_578_000;

/** What a project writes whose port is still bound. */
export const UNBOUND = [
  'Exception in thread "main" java.net.BindException: Address already in use',
  "\tat java.base/sun.nio.ch.Net.bind0(Native Method)",
  "\tat java.base/sun.nio.ch.Net.bind(Net.java:555)",
  "\tat java.base/sun.nio.ch.Net.bind(Net.java:544)",
  "\tat java.base/sun.nio.ch.NioSocketImpl.bind(NioSocketImpl.java:648)",
  "\tat java.base/java.net.ServerSocket.bind(ServerSocket.java:388)",
  "\tat java.base/java.net.ServerSocket.<init>(ServerSocket.java:274)",
  "\tat App.main(App.java:2)",
] as const;

/** Ids of containers; the second was called as the first is. */
export const GONE = "7814bb2b9206a9798eb179a997d56145edf506fb74e5245ad4314485e466c2d3";
export const EARLY_GONE = "d70a57fd689490c8aac63b19e23b402d9560da7e2cfa87744bdc3da650901198";
export const QUICK = "0e81cc0f88489a2fb83ed802fbb5fbae6cb482e4922e725d74b2222763adc55d";
export const ONCE = "9ef20f8359d021e151a364f27314a4108bacccb49c25018c39143c5c43b8dfcb";
export const WEB = "01cc99d0d4d073ce7a6b2d81bf730b89e7f6a515561c39360cac626ef7cab365";

/** Makes a demo panel what the recorded aaPanel was in most recordings. */
export function becomeAapanelLab(state: DemoState): void {
  replace(state.sites, sites());
  replace(state.javaProjects, [
    {
      ...siteOf(14, "demo", "demo", { path: "/www/wwwroot/java/demo.jar", projectType: "Java", domains: [] }),
      javaType: "springboot",
      server: {
        ports: [19080],
        run: { pids: [299], since: 1_795_297_388_000, listening: true },
        log: ["started"],
      },
      logFile: "/www/wwwlogs/java/springboot/demo.log",
    },
  ]);
  replace(state.containers, [
    container(GONE, "gone1", 1_795_296_256),
    { ...container(QUICK, "quick1", 1_795_295_920), ...up, startedAt: "2026-11-21T21:22:40.984882019Z" },
    { ...container(ONCE, "once1", 1_795_294_745), endsAtOnce: true },
    { ...container(WEB, "web1", 1_795_294_744), ...up, log: [...lines(12), ...lines(300), ...lines(330)] },
  ]);
  replace(state.web.phpVersions, ["82"]);
  replace(state.web.categories, []);
  replace(state.terminal.hosts, [{ id: "127.0.0.5_22", port: 22, note: "box five", position: 0 }]);
  replace(
    state.terminal.commands,
    ["disk1", "disk2"].map((title) => ({ title, shell: "df -h" })),
  );
  replace(state.certificateOrders, [
    {
      index: "0123456789abcdef0123456789abcdef",
      domains: ["lab1.example.com", "www.lab1.example.com"],
      authType: "http",
      created: 1_791_840_166,
      renewed: 0,
      progress: { status: "valid", validUntil: 1_799_616_166 },
    },
    {
      index: "fedcba9876543210fedcba9876543210",
      domains: ["lab2.example.com"],
      authType: "dns",
      created: 1_795_296_166,
      renewed: 0,
      progress: { status: "pending", expires: 1_795_728_166 },
    },
    {
      index: "aaaabbbbccccddddaaaabbbbccccdddd",
      domains: ["old.example.com"],
      authType: "tls",
      created: 1_786_656_166,
      renewed: 0,
      progress: { status: "valid", validUntil: 1_795_123_366 },
    },
  ]);
  createLabFiles(state);
  state.composer.version = "2.5.5";
  state.composer.available = undefined;
}

/** The first that were made. */
export function firstSites(): readonly SiteRecord[] {
  const under = (name: string) => ({ path: `/www/wwwroot/${name}.example.com` });
  return [
    siteOf(2, "lab2.example.com", "lab one", under("lab1")),
    siteOf(3, "labx1.example.com", "lab one", under("labx1")),
    siteOf(4, "labx2.example.com", "lab one", under("labx1")),
  ];
}

/** Those of the last hour. */
export function laterSites(): readonly SiteRecord[] {
  const kept = sites().filter(({ id }) => id === 1 || id === 9);
  return [...kept, ...[34, 35, 36].map((id) => siteOf(id, `u${id - 33}.example.com`, "x"))];
}

const php82 = { php: "8.2" };

function sites(): readonly SiteRecord[] {
  return [
    siteOf(1, "live1.example.com", 'n <b>1</b> & "q"', {
      domains: ["live1.example.com", "a.example.com", "b.example.com"],
    }),
    siteOf(9, "php.example.com", "x", php82),
    siteOf(12, "form5.example.com", ""),
    siteOf(15, "s1.example.com", "x", { ...php82, domains: ["s1.example.com", "www.s1.example.com"] }),
    siteOf(16, "s2.example.com", "x"),
    siteOf(17, "s3.example.com", "x", php82),
    siteOf(18, "s4.example.com", "x"),
    siteOf(19, "s6.example.com", "x"),
    siteOf(20, "wp.example.com", "wp", { projectType: "WP" }),
  ];
}

function siteOf(id: number, name: string, note: string, more: Partial<SiteRecord> = {}): SiteRecord {
  return {
    id,
    name,
    path: `/www/wwwroot/${name}`,
    running: true,
    note,
    typeId: 0,
    projectType: "PHP",
    php: "静态",
    domains: [name],
    certificate: undefined,
    ...more,
  };
}

const up = { status: "running" } as const;

function container(id: string, name: string, created: number): DemoContainer {
  return {
    id,
    name,
    image: "lab/busybox:1",
    created,
    ports: {},
    endsAtOnce: false,
    status: "exited",
    startedAt: "2026-11-21T21:18:40.512345678Z",
    log: [],
  };
}

function lines(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `line ${index + 1}`);
}
