import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeBody } from "../../samples/decodeBody.ts";
import { sampleOf } from "../../samples/samples.ts";

interface Project {
  readonly pids: readonly number[] | undefined;
  readonly starting: boolean | undefined;
  readonly listening: readonly number[] | undefined;
  readonly startsBlindly?: true;
}

const sample = sampleOf("java.list", "v2project");

function listOf(...data: unknown[]) {
  return decodeBody(sample, { page: "", data }) as { readonly rows: readonly Project[]; readonly unreadable: unknown };
}

function read(row: object): Project {
  const { rows, unreadable } = listOf(row);
  assert.deepEqual(unreadable, []);
  return rows[0] ?? assert.fail("no row");
}

const socket = (local_port: unknown, status = "LISTEN") => ({ local_port, status });
const process = (...connections: unknown[]) => ({ connections });

describe("Java projects of an aaPanel", () => {
  it("run by the field `run` alone, and have the named processes", () => {
    const load_info = { 299: process(), 301: process() };
    assert.deepEqual(read({ run: true, load_info, status: "0" }).pids, [299, 301]);
    assert.deepEqual(read({ run: false, load_info, status: "1", listen_ok: true }).pids, []);
  });

  it("are unknown where the panel does not tell, or contradicts itself", () => {
    for (const row of [{}, { run: null }, { run: 1 }, { run: "true" }, { run: true }, { run: true, load_info: {} }])
      assert.equal(read(row).pids, undefined, JSON.stringify(row));
    assert.equal(read({ run: true, load_info: [] }).pids, undefined);
  });

  it("listen where one of their own processes holds the port", () => {
    const listen = [19080, "19081", 19082, 19083];
    const load_info = { 1: process(socket(19080), socket(19082, "ESTABLISHED")), 2: process(socket("19081")) };
    assert.deepEqual(read({ run: true, listen, load_info }).listening, [19080, 19081]);
    // said while the process was dead
    assert.deepEqual(read({ run: false, listen, listen_ok: true, load_info: {} }).listening, []);
    assert.equal(read({ run: true, load_info }).listening, undefined);
  });

  it("listen whatever else their processes are connected to, and however often", () => {
    const others = [null, "LISTEN", socket("all"), ...Array.from({ length: 300 }, () => socket(19080, "ESTABLISHED"))];
    const load_info = { 1: process(...others, socket(19080)) };
    const { listening, starting } = read({ run: true, listen: [19080], load_info, project_config: { port: 19080 } });
    assert.deepEqual([listening, starting], [[19080], false]);
  });

  it("are starting until the port of their own is among them", () => {
    const load_info = { 1: process(socket(19080), socket(5005)) };
    const startingWith = (port: unknown, run: unknown = true) =>
      read({ run, listen: [19080, 5005], load_info, project_config: { port } }).starting;
    assert.deepEqual(
      [19080, "19080", 5005, 8080, "8080"].map((port) => startingWith(port)),
      [false, false, false, true, true],
    );
    assert.equal(startingWith(8080, false), false);
    assert.equal(startingWith(8080, null), undefined);
    assert.equal(read({ run: true, load_info }).starting, undefined);
  });

  it("without a configured port, start until any port is open", () => {
    const load_info = { 1: process(socket(19080)) };
    for (const project_config of [{}, { port: "" }, { port: null }, { port: 0 }, undefined]) {
      const held = read({ run: true, listen: [19080, 8080], load_info, project_config });
      const none = read({ run: true, listen: [8080], load_info, project_config });
      assert.deepEqual([held.starting, none.starting], [false, true], JSON.stringify(project_config));
    }
  });

  it("may still die, on this edition alone", () => {
    assert.equal(read({ run: true }).startsBlindly, true);
    const onMod = decodeBody(sampleOf("java.list", "v2mod"), { data: [{ pid: 7 }] }) as { readonly rows: Project[] };
    assert.deepEqual([onMod.rows[0]?.pids, onMod.rows[0]?.startsBlindly], [[7], true]);
    const onBaota = decodeBody(sampleOf("java.list", "mod"), { data: [{ pid: 7 }] }) as { readonly rows: Project[] };
    assert.ok(!Object.hasOwn(onBaota.rows[0] ?? {}, "startsBlindly"));
  });

  it("never come with the credentials of JMX", () => {
    const jmx_info = { username: "monitor", password: "s3cret" };
    assert.doesNotMatch(JSON.stringify(listOf({ run: true, project_config: { jmx_info } })), /monitor|s3cret/);
  });

  it("come in the second envelope as well", () => {
    const page = { page: "", data: [{ run: false }] };
    const stamped = { status: 0, timestamp: 1, message: page };
    assert.deepEqual(decodeBody(sample, stamped), decodeBody(sample, page));
  });

  it("are read or unreadable, whatever stands in their fields", () => {
    const anything = fc.jsonValue({ maxDepth: 3 });
    const hostile = fc.constantFrom<unknown>({ toString: 1, valueOf: 1 }, { __proto__: null }, [[1]], 1e300, "1e9", -0);
    const field = fc.oneof(anything, hostile);
    const row = fc.record({
      run: fc.oneof(fc.constant(true), field),
      load_info: fc.oneof(field, fc.dictionary(fc.string(), field)),
      listen: fc.oneof(field, fc.array(field)),
      project_config: fc.oneof(field, fc.record({ port: field })),
    });
    fc.assert(
      fc.property(row, (sent) => {
        const { rows, unreadable } = listOf(sent) as { rows: readonly unknown[]; unreadable: readonly unknown[] };
        assert.equal(rows.length + unreadable.length, 1);
      }),
    );
  });
});
