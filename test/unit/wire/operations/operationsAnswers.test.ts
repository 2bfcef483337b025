import assert from "node:assert/strict";
import { portRanges, publishedPorts } from "../../../../src/resources/publishedPorts.ts";
import { decodeAnswer } from "../../../../src/wire/decode.ts";
import type { OperationId } from "../../../../src/wire/operations/operations.ts";
import { lab30, labExit, labProject, labSite, labSleep, SLEEP } from "../../../fakes/labRows.ts";
import { sampleOf } from "../../samples/samples.ts";

/** What samples are read as that hold more than the recordings do. */
const READ: readonly (readonly [OperationId, string, unknown])[] = [
  [
    "system.details",
    "system",
    {
      load: { one: 0.13427734375, five: 0.35205078125, fifteen: 0.69921875 },
      disks: [{ path: "/", bytes: 252 * 2 ** 30, freeBytes: 67.6 * 2 ** 30, usedPercent: 33.34 }],
    },
  ],
  [
    "site.list",
    "datalist",
    {
      route: "datalist",
      rows: [
        lab30,
        labSite(13, "lab3", {
          php: "8.2",
          certificate: { daysLeft: 89, validTo: "2027-02-19", issuer: "R11", domains: ["lab3.example.com"] },
        }),
      ],
      unreadable: [],
      total: 11,
    },
  ],
  [
    "java.list",
    "mod",
    {
      rows: [
        { ...labProject, domains: ["demo.example.com"] },
        {
          id: 16,
          name: "shop",
          note: "",
          pids: [],
          starting: false,
          listening: [],
          type: "neizhi",
          port: "8080",
          logPath: undefined,
          jar: undefined,
          domains: [],
        },
      ],
      unreadable: [],
      total: 1,
    },
  ],
  ["java.stop", "mod", { msg: "操作已执行" }],
  [
    "container.list",
    "btdocker",
    {
      rows: [labExit, { ...labSleep, ports: ["8080→80/tcp", "443/tcp", "53/udp"] }],
      unreadable: [],
      total: 2,
    },
  ],
  [
    "container.info",
    "btdocker",
    {
      id: SLEEP,
      name: "lab-sleep",
      status: "running",
      running: true,
      startedAt: "2026-11-21T01:16:36.512345678Z",
      restartCount: 0,
      ports: ["8080→80/tcp", "443/tcp"],
    },
  ],
  ["container.restart", "xdocker", { msg: "容器重启成功!" }],
];

describe("operations' answers", () => {
  for (const [id, route, expected] of READ) {
    it(`${id} by ${route} is read whole`, () => {
      assert.deepEqual(decoded(id, route, sampleOf(id, route).body()), expected);
    });
  }

  it("a published port without a number has no host part", () => {
    const row = { id: "a", ports: { "80/tcp": [{ HostIp: "::" }, { HostPort: 9000 }] } };
    const list = decoded("container.list", "btdocker", { container_list: [row] }) as ListOfPorts;
    assert.deepEqual(list.rows[0]?.ports, ["80/tcp", "9000→80/tcp"]);
  });

  it("a port published on one address shows it, and a port on all addresses stands once", () => {
    const all = [
      { HostIp: "0.0.0.0", HostPort: "8080" },
      { HostIp: "::", HostPort: "8080" },
      { HostIp: "", HostPort: "8080" },
      { HostIp: {}, HostPort: "8080" },
    ];
    const some = [
      { HostIp: "127.0.0.1", HostPort: "81" },
      { HostIp: "::1", HostPort: "81" },
    ];
    const row = { id: "a", ports: { "80/tcp": all, "81/tcp": some } };
    const list = decoded("container.list", "btdocker", { container_list: [row] }) as ListOfPorts;
    assert.deepEqual(list.rows[0]?.ports, ["8080→80/tcp", "127.0.0.1:81→81/tcp", "[::1]:81→81/tcp"]);
  });

  it("ports that a person may open are read, however many others stand before them", () => {
    const many = Array.from({ length: 1_200 }, (_, number) => [
      `${10_000 + number}/udp`,
      [{ HostIp: "0.0.0.0", HostPort: `${10_000 + number}` }],
    ]);
    const row = { id: "a", ports: { ...Object.fromEntries(many), "80/tcp": [{ HostPort: "8080" }] } };
    const list = decoded("container.list", "btdocker", { container_list: [row] }) as ListOfPorts;
    const ports = list.rows[0]?.ports ?? [];
    assert.deepEqual([ports.length, publishedPorts(ports)], [1_000, [{ port: 8080, inside: 80 }]]);
    assert.deepEqual(portRanges(ports), ["8080→80/tcp", "10000–10998→10000–10998/udp"]);
  });

  it("mounts that are full by their nature are no disks", () => {
    const full = { size: ["39M", "39M", "0", "100%"] };
    const types = ["iso9660", "squashfs", "udf", "erofs", "cramfs", "fuse.snapfuse", "fuse.squashfuse", "fuse.fuseiso"];
    const disk = types.map((type) => ({ path: `/mnt/${type}`, filesystem: "/dev/loop3", type, ...full }));
    const real = ["ext4", "fuse.sshfs", "fuse.mergerfs"].map((type) => ({ path: `/${type}`, type, ...full }));
    const { disks } = decoded("system.details", "system", { network: {}, disk: [...disk, ...real] }) as {
      readonly disks: readonly { readonly path: string }[];
    };
    assert.deepEqual(
      disks.map(({ path }) => path),
      ["/ext4", "/fuse.sshfs", "/fuse.mergerfs"],
    );
  });

  it("several processes are several pids, and no process is no pid", () => {
    const rows = [{ pid: "3518,3520" }, { pid: 3518 }, { pid: null }, { pid: "" }, {}];
    const list = decoded("java.list", "mod", { data: rows }) as ListOfPids;
    assert.deepEqual(
      list.rows.map(({ pids }) => pids),
      [[3518, 3520], [3518], [], [], undefined],
    );
  });

  it("words in place of a PHP version are recognised, unknown ones as words", () => {
    const written = ["静态", "Static", "其它", "Other", "8.2", "00", 74, "Statisch", "constructor", null];
    const list = decoded("site.list", "datalist", { data: written.map((php) => ({ php_version: php })) });
    assert.deepEqual(
      (list as ListOfPhp).rows.map(({ php }) => php),
      ["static", "static", "other", "other", "8.2", "00", "74", "word", "word", undefined],
    );
  });

  it("a site runs by the text of a number, and its certificate may be any number or null", () => {
    const data = [{ status: "0", ssl: -1 }, { status: 1, ssl: 0 }, { ssl: null }, { ssl: {} }, { ssl: "none" }];
    const list = decoded("site.list", "datalist", { data }) as ListOfSites;
    assert.deepEqual(
      list.rows.map(({ running, certificate }) => [running, certificate]),
      [
        [false, "none"],
        [true, "none"],
        [undefined, undefined],
        [undefined, { daysLeft: undefined, validTo: undefined, issuer: undefined, domains: undefined }],
      ],
    );
    assert.deepEqual(list.unreadable, [{ index: 4, fields: ["ssl"] }]);
  });

  it("a list does not hide its readable rows behind unreadable ones", () => {
    const data = [{ name: "a", pid: "12" }, { name: "b", pid: "x" }, "c", null, { name: "d", listen: [{}] }];
    const list = decoded("java.list", "mod", { data }) as { rows: { name: string }[]; unreadable: unknown };
    assert.deepEqual(
      list.rows.map(({ name }) => name),
      ["a"],
    );
    assert.deepEqual(list.unreadable, [
      { index: 1, fields: ["pid.0"] },
      { index: 2, fields: ["(whole)"] },
      { index: 3, fields: ["(whole)"] },
      { index: 4, fields: ["listen.0"] },
    ]);
  });

  it("unreadable containers count", () => {
    const list = decoded("container.list", "btdocker", { container_list: [{ id: "a" }, 7] });
    assert.deepEqual(list, {
      rows: [{ id: "a", name: undefined, status: undefined, image: undefined, createdSeconds: undefined, ports: [] }],
      unreadable: [{ index: 1, fields: ["(whole)"] }],
      total: 2,
    });
  });
});

interface ListOfPorts {
  readonly rows: readonly { readonly ports: readonly string[] }[];
}

interface ListOfPids {
  readonly rows: readonly { readonly pids: readonly number[] | undefined }[];
}

interface ListOfPhp {
  readonly rows: readonly { readonly php: unknown }[];
}

interface ListOfSites {
  readonly rows: readonly { readonly running: unknown; readonly certificate: unknown }[];
  readonly unreadable: unknown;
}

function decoded(id: OperationId, route: string, body: unknown): unknown {
  const { row, wire } = sampleOf(id, route);
  return decodeAnswer(row, wire, { status: 200, contentType: "application/json", body: JSON.stringify(body) });
}
