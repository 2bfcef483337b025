import assert from "node:assert/strict";
import { handlers } from "../../../../src/handlers.ts";
import { DIRECTORY } from "../filesFixture.ts";
import { RowsOfFiles } from "./rowsOfFiles.ts";

const VHOST = "/www/server/panel/vhost";

describe("commands on configurations", () => {
  let rows: RowsOfFiles;
  beforeEach(async () => {
    rows = await RowsOfFiles.open();
  });
  afterEach(async () => rows.close());

  it("offer the files of a website that the server has, and open the chosen one", async () => {
    const { window, server } = rows;
    const site = await rows.item("site", "www.example.com");
    server.put(`${VHOST}/nginx/proxy/www.example.com`, undefined, { mode: 0o755 });
    server.put(`${VHOST}/nginx/proxy/www.example.com/0f_www.example.com.conf`, "location / { }\n");
    server.put(`${VHOST}/nginx/proxy/www.example.com/notes.txt`, "no configuration");
    // nobody uses what is written for a web server that is not there
    server.put(`${VHOST}/apache`, undefined, { mode: 0o755 });
    server.put(`${VHOST}/apache/www.example.com.conf`, "<VirtualHost *:80>\n</VirtualHost>\n");
    const { choices } = await window.run(handlers["serverPanel.openConfiguration"], [site], {
      to: "Open Configuration",
      with: "Rewrite rules (Nginx)",
    });
    assert.deepEqual(choices, [["Website (Nginx)", "Rewrite rules (Nginx)", "Proxy (Nginx)"]]);
    assert.deepEqual(window.workbench.opened, [`${VHOST}/rewrite/www.example.com.conf`]);
  });

  it("open the only file of a service at once, and say where there is none", async () => {
    const { window, server } = rows;
    const command = handlers["serverPanel.openConfiguration"];
    await window.run(command, [await rows.item("service", "MySQL")]);
    assert.deepEqual(window.workbench.opened, ["/etc/my.cnf"]);
    server.all.delete("/etc/my.cnf");
    const { messages } = await window.run(command, [await rows.item("service", "MySQL")]);
    assert.match(messages[0]?.message ?? "", /no configuration file of “MySQL”/);
  });

  it("pick one of a service from the palette", async () => {
    const { window } = rows;
    await window.run(
      handlers["serverPanel.openConfiguration"],
      [],
      { to: "Open Configuration Type a name", with: "PHP-FPM 8.2 > PHP-FPM 8.2" },
      { to: "Open Configuration", with: "PHP for websites" },
    );
    assert.deepEqual(window.workbench.opened, ["/www/server/php/82/etc/php.ini"]);
  });
});

describe("the permissions of a file", () => {
  let rows: RowsOfFiles;
  const path = `${DIRECTORY}/a.txt`;
  const change = handlers["serverPanel.changeAccess"];
  beforeEach(async () => {
    rows = await RowsOfFiles.open();
    rows.server.put(path, "one");
  });
  afterEach(async () => rows.close());

  it("are changed after a question that shows both", async () => {
    const { window, server } = rows;
    const { questions } = await window.run(
      change,
      [await rows.file(path)],
      { to: "Change Permissions", with: "0600 (rw-------)" },
      { to: "Change Permissions", with: "root" },
      { to: `Change the permissions of “${path}” on “Shop”?`, with: true },
    );
    const lines = ["Mode: 0644 (rw-r--r--) → 0600 (rw-------)", "Owner: www → root", "Group: www → root"];
    for (const line of lines) assert.ok(questions[0]?.detail.split("\n").includes(line), questions[0]?.detail);
    const { mode, uid, gid } = server.all.get(path) ?? assert.fail("it is gone");
    assert.deepEqual([mode, uid, gid], [0o600, 0, 0]);
  });

  it("take a typed mode, and nothing that is none", async () => {
    const { window, server } = rows;
    const { inputs } = await window.run(
      change,
      [await rows.file(path)],
      { to: "Change Permissions", with: "0711 > Other Mode…" },
      { to: "Change Permissions", with: "0711" },
      { to: "Change Permissions", with: "www" },
      { to: "Change the permissions", with: true },
    );
    for (const [typed, isProblem] of [
      ["0711", false],
      ["888", true],
      ["u+x", true],
      ["", true],
      ["7".repeat(10_000), true],
    ] as const)
      assert.equal(inputs[0]?.problem?.(typed) !== undefined, isProblem, typed.slice(0, 9));
    assert.equal(server.all.get(path)?.mode, 0o711);
  });

  it("stay where a person turns away, chooses the same, or somebody else has changed them meanwhile", async () => {
    const { window, server } = rows;
    const row = await rows.file(path);
    const pick = (mode: string) => ({ to: "Change Permissions", with: mode });
    await window.run(change, [row], pick("0600 (rw-------)"), { to: "Change Permissions", with: undefined });
    await window.run(change, [row], pick("0600 (rw-------)"), pick("root"), {
      to: "Change the permissions",
      with: false,
    });
    const same = await window.run(change, [row], pick("0644 (rw-r--r--)"), pick("www"));
    assert.match(same.messages[0]?.message ?? "", /has these permissions already/);
    assert.equal(server.all.get(path)?.mode, 0o644);
  });

  it("of what a link leads to are changed, which the question says", async () => {
    const { window, server } = rows;
    server.all.set(`${DIRECTORY}/link.txt`, { linkTo: path, mtime: 1, uid: 0, gid: 0, mode: 0o777 });
    const { questions } = await window.run(
      change,
      [await rows.file(`${DIRECTORY}/link.txt`)],
      { to: "Change Permissions", with: "0600 (rw-------)" },
      { to: "Change Permissions", with: "www" },
      { to: "Change the permissions", with: true },
    );
    assert.match(questions[0]?.detail ?? "", new RegExp(`It is a link: ${path} is changed\\.`));
    assert.equal(server.all.get(path)?.mode, 0o600);
  });
});
