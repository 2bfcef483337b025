// what our operations read of the panel that the recordings of test/contract and the samples of test/unit come from

/** Ids of containers. */
export const SLEEP = "b3081bed56361478955fbba9807c8ca5b59fce81e33ba7be550384bbe358fdd2";
export const EXIT = "c4505cb588b8ba566650abff4965088c28bb577ee207c032ee4494ce782dceb0";

export const labTotal = {
  version: "11.7.0",
  machine: {
    system: "Debian GNU/Linux 12 (bookworm) x86_64(Py3.11.2)",
    uptime: { count: 15, unit: "minute" },
    memoryMegabytes: 24_105,
    memoryUsedMegabytes: 1109,
    processors: 2,
    processorPercent: 7.1,
  },
};

/** A site by the first part of its domain. */
export function labSite(id: number, name: string, more: object = {}) {
  return {
    id,
    name: `${name}.example.com`,
    root: `/www/wwwroot/${name}.example.com`,
    running: true,
    note: "lab one",
    type: "PHP",
    php: "static",
    certificate: "none",
    server: undefined,
    lastDay: "0000-00-00",
    ...more,
  };
}

export const lab30 = labSite(14, "lab30", { root: "/www/wwwroot/lab1.example.com" });

/** The Java project as a list of sites has it. */
export const labProjectSite = {
  ...labSite(15, "demo"),
  name: "demo",
  root: "/www/wwwroot/java/demo.jar",
  note: "demo app",
  type: "Java",
};

export const labProject = {
  id: 15,
  name: "demo",
  note: "demo app",
  pids: [3776],
  starting: false,
  listening: [18080],
  type: "springboot",
  port: "18080",
  logPath: "/www/wwwlogs/java/newlogs/demo.log",
  jar: "/www/wwwroot/java/demo.jar",
  domains: [],
};

export const labSleep = {
  id: SLEEP,
  name: "lab-sleep",
  status: "running",
  image: "lab/busybox:1",
  createdSeconds: 1_795_223_796,
  ports: [],
};

export const labExit = {
  ...labSleep,
  id: EXIT,
  name: "lab-exit",
  status: "exited",
  createdSeconds: 1_795_223_797,
};

/** An order with its certificate, and one that waits. */
export const labOrders = [
  {
    index: "0123456789abcdef0123456789abcdef",
    status: "valid",
    domains: ["lab1.example.com", "www.lab1.example.com"],
    authType: "http",
    createdAt: 1_790_039_987,
    renewedAt: 0,
    validUntil: 1_797_815_987,
    orderExpiresAt: undefined,
    savePath: "vhost/letsencrypt/lab1.example.com",
  },
  {
    index: "fedcba9876543210fedcba9876543210",
    status: "pending",
    domains: ["lab2.example.com"],
    authType: "dns",
    createdAt: 1_795_220_387,
    renewedAt: 0,
    validUntil: undefined,
    orderExpiresAt: 1_795_742_387,
    savePath: undefined,
  },
];

/** The Java project of the recorded aaPanel, without the start times that it has while it runs. */
export const aapanelProject = {
  id: 14,
  name: "demo",
  note: "demo",
  pids: [299],
  starting: false,
  listening: [19080],
  type: "springboot",
  port: "19080",
  logPath: "/www/wwwlogs/java/springboot/demo.log",
  jar: "/www/wwwroot/java/demo.jar",
  domains: [],
  startsBlindly: true,
};

/** What was seen in the logs of websites, of both editions. */
export const SITE_REQUEST = '127.0.0.1 - - [21/Nov/2026:21:00:00 +0000] "GET /?a=<b>&c="d" HTTP/1.1" 200 5 "-" "curl"';
export const SITE_ERROR = '2026/11/21 21:00:00 [error] 1#1: *1 open() "/x" failed (2: No such file), client: 127.0.0.1';

/** The recorded entries of a site's directory, and of the files that turn the recycle bins on. */
export const presence = (rootTime: number, switchTime: number) => [
  { path: "/www/wwwroot/php.lab.test", exists: true, isFile: false, bytes: 4_096, mtime: rootTime },
  { path: "/www/server/panel/data/recycle_bin.pl", exists: true, isFile: true, bytes: 4, mtime: switchTime },
  { path: "/www/server/panel/data/recycle_bin_db.pl", exists: false, isFile: false, bytes: 0, mtime: 0 },
];
