import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addToList, mayHaveList, textOfFile, UnusableListError } from "../../../src/platform/listFile.ts";

const LIST = { name: "tasks.json", path: ["tasks"] };
const NEW = { entry: { label: "new" }, isSame: (each: unknown) => Object(each).label === "new" };

describe("A list in a file that others change", () => {
  let directory: string;
  let path: string;
  let written: number;
  /** What somebody else does after each time that the file was read. */
  let afterRead: () => Promise<void>;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "list-"));
    path = join(directory, "tasks.json");
    written = 0;
    afterRead = async () => undefined;
  });
  afterEach(async () => rm(directory, { recursive: true }));

  const file = () =>
    textOfFile({
      async read() {
        const bytes = await readFile(path).catch(() => undefined);
        await afterRead();
        return bytes;
      },
      async write(bytes) {
        written += 1;
        await writeFile(path, bytes);
      },
    });
  const add = async () => addToList(file, LIST, NEW);
  const labels = async () =>
    (JSON.parse(await readFile(path, "utf8")) as { readonly tasks: readonly { label: string }[] }).tasks.map(
      ({ label }) => label,
    );

  it("keeps what somebody writes between reading and writing, also where there was no file", async () => {
    for (const begin of ['{"tasks":[{"label":"old"}]}', undefined]) {
      await (begin === undefined ? rm(path, { force: true }) : writeFile(path, begin));
      afterRead = async () => {
        afterRead = async () => undefined;
        await writeFile(path, '{"tasks":[{"label":"old"},{"label":"theirs"}]}');
      };
      await add();
      assert.deepEqual(await labels(), ["old", "theirs", "new"]);
    }
  });

  it("is not written where it has the entry by then", async () => {
    await writeFile(path, '{"tasks":[]}');
    afterRead = async () => writeFile(path, '{"tasks":[{"label":"new"}]}');
    await add();
    assert.deepEqual([await labels(), written], [["new"], 0]);
  });

  it("is given up where it changes all the time", async () => {
    let count = 0;
    afterRead = async () => writeFile(path, `{"count":${(count += 1)}}`);
    await assert.rejects(add, { message: "tasks.json keeps changing. Try again." });
    assert.equal(written, 0);
  });

  it("keeps each byte, with a byte order mark and mixed line breaks", async () => {
    const before = Buffer.from('\uFEFF{ // é\r\n "a": "\\ud800",\n"tasks": [] }\r');
    await writeFile(path, before);
    await add();
    const after = await readFile(path);
    const at = before.indexOf("]");
    assert.deepEqual(after.subarray(0, at), before.subarray(0, at));
    assert.deepEqual(after.subarray(after.length - (before.length - at)), before.subarray(at));
  });

  it("is left alone in a file with a mistake, and the sentence names it", async () => {
    const cases: readonly (readonly [string | Buffer, RegExp])[] = [
      ["{", /^tasks\.json is not valid JSON\./],
      ['{"tasks":1}', /^“tasks” in tasks\.json is not what VS Code expects/],
      [Buffer.from([0x7b, 0xff, 0x7d]), /^tasks\.json is not in UTF-8\./],
    ];
    for (const [content, message] of cases) {
      await writeFile(path, content);
      await assert.rejects(add, (error) => error instanceof UnusableListError && message.test(error.message));
      assert.deepEqual(await readFile(path), Buffer.from(content));
    }
    assert.equal(written, 0);
  });

  it("is looked for where it is, or where a mistake hides it", () => {
    assert.deepEqual(
      [undefined, "{}", "{", '{"tasks":[]}'].map((text) => mayHaveList(text, LIST)),
      [false, false, true, true],
    );
  });
});
