import assert from "node:assert/strict";
import { handlers } from "../../../../src/handlers.ts";
import type { PanelRecord } from "../../../../src/panels/panelRecord.ts";
import type { Container } from "../../../../src/wire/operations/containers.ts";
import type { JavaProject } from "../../../../src/wire/operations/java.ts";
import { CommandFixture } from "../../../fakes/commandFixture.ts";
import { containerRow, javaRow, listOf, panelRecord } from "../../../fakes/rows.ts";

const ID = "ab".repeat(32);

describe("ports and other facts", () => {
  let window: CommandFixture;
  let panel: PanelRecord;

  beforeEach(async () => {
    window = await CommandFixture.open();
    panel = await window.add({ address: "https://[2001:db8::7]:8888" });
  });
  afterEach(() => window.dispose());

  const { opened, copied } = { opened: () => window.workbench.opened, copied: () => window.workbench.copied };

  async function container(given: Partial<Container>) {
    const row = containerRow({ id: ID, name: "web", status: "running", ...given });
    window.handlers = { "container.list": () => ({ ...listOf([row]), total: 1 }) };
    return (await window.items(panel, "container"))[0]?.id;
  }

  async function project(...given: readonly Partial<JavaProject>[]) {
    const rows = given.map((each, index) => javaRow({ name: `project ${index}`, pids: [42, 43], ...each }));
    window.handlers = { "java.list": () => listOf(rows) };
    return (await window.items(panel, "javaProject")).map(({ id }) => id);
  }

  const openContainer = handlers["serverPanel.openPort"];
  const openProject = openContainer;
  const copy = handlers["serverPanel.copy"];

  it("of a container open at the panel's host by http, with a remark", async () => {
    const { messages } = await window.run(openContainer, [await container({ ports: ["8080→80/tcp", "443/tcp"] })]);
    assert.deepEqual(opened(), ["http://[2001:db8::7]:8080"]);
    assert.equal(
      messages[0]?.message,
      "Opened http://[2001:db8::7]:8080. The panel does not tell whether this port uses http or https.",
    );
    await window.run(openContainer, [await container({ ports: ["8080→80/tcp"] })], {
      to: "Opened http",
      with: "Open with https",
    });
    assert.equal(opened().at(-1), "https://[2001:db8::7]:8080");
  });

  it("of a container are picked, without those that only the server can reach", async () => {
    const ports = ["9443→443/tcp", "127.0.0.1:3306→3306/tcp", "[::1]:1→1/tcp", "53→53/udp", "192.0.2.8:81→80/tcp"];
    const id = await container({ ports });
    const which = (port: string | undefined) => ({ to: "Open Port of “web” in Browser", with: port });
    const { choices } = await window.run(openContainer, [id], which(undefined));
    assert.deepEqual(choices, [["https://[2001:db8::7]:9443", "http://192.0.2.8:81"]]);
    await window.run(openContainer, [id], which("https://[2001:db8::7]:9443"));
    assert.deepEqual(opened(), ["https://[2001:db8::7]:9443"]);
  });

  it("may not be openable, which is explained", async () => {
    for (const ports of [[], ["80/tcp"], ["127.0.0.1:80→80/tcp"], ["70000→80/tcp"], ["evil.example/:80→80/tcp"]]) {
      const { messages } = await window.run(openContainer, [await container({ ports })]);
      assert.match(messages[0]?.message ?? "", /^“web” has no port that can be opened from this computer\.$/);
    }
    const [id] = await project({ port: "8080@evil.example" });
    const { messages } = await window.run(openProject, [id]);
    assert.match(messages[0]?.message ?? "", /has no port/);
    assert.deepEqual(opened(), []);
  });

  it("of a Java project are those on which it listens, else the configured one", async () => {
    const [own, listening] = await project({ port: "8081" }, { port: "8081", listening: [8443, 8443] });
    await window.run(openProject, [own]);
    await window.run(openProject, [listening]);
    await window.run(openProject, [], { to: "Open Port in Browser Type a name", with: undefined });
    assert.deepEqual(opened(), ["http://[2001:db8::7]:8081", "https://[2001:db8::7]:8443"]);
  });

  it("of the demo panel are made up", async () => {
    panel = panelRecord({ id: "demo", name: "demo" });
    await window.services.demo.open("baota");
    const { messages } = await window.run(openContainer, [await container({ ports: ["8080→80/tcp"] })]);
    assert.match(messages[0]?.message ?? "", /what the demo panel runs is made up/);
  });

  it("of a container are copied", async () => {
    const ports = ["8080→80/tcp", "127.0.0.1:8443→443/tcp", "8080→81/tcp"];
    const id = await container({ ports, image: "nginx:1.27" });
    for (const what of ["ID", "Image", "Port"])
      await window.run(copy, [id], { to: "Copy from “web” (running)", with: what });
    assert.deepEqual(copied(), [ID, "nginx:1.27", "8080 8443"]);
    // the only text is copied at once
    await window.run(copy, [await container({ ports: [] })]);
    assert.equal(copied().at(-1), ID);
  });

  it("of Java projects are copied, one per line, as far as all of them have them", async () => {
    const logPath = "/www/wwwlogs/java/orders/orders.log";
    const ids = await project({ port: "8081", logPath }, { listening: [8082, 8083], pids: [44], logPath });
    for (const what of ["Port", "Process ID", "Log Path"])
      await window.run(copy, [ids[0], ids], { to: "Copy from “project 0” (running), “project 1”", with: what });
    assert.deepEqual(copied(), ["8081\n8082 8083", "42 43\n44", `${logPath}\n${logPath}`]);
    const [stopped, other] = await project({ pids: [] }, { port: "1", pids: [] });
    const { messages } = await window.run(copy, [stopped, [stopped, other]]);
    assert.match(
      messages[0]?.message ?? "",
      /^Nothing was copied\. These have no text in common: “project 0” \(stopped\)/,
    );
    assert.equal(copied().length, 3);
  });
});
