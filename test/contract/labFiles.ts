import { ROOT, WWW, writeFile } from "../../src/demoPanel/serverFiles.ts";
import type { DemoState } from "../../src/demoPanel/state.ts";

/** When the recordings of files began, in seconds since the epoch. */
const MTIME = 1_795_297_237;

const MIB = 2 ** 20;

/** Contents, or sizes, of the files in both directories of the recordings. */
const contents: Readonly<Record<string, string | number>> = {
  "a.txt": "hello 2",
  "b'q.txt": "hi",
  "q.txt": "hello",
  "中 文 (1).txt": "hi",
  "app.jar": "old",
  "app.jar.new": "new",
  "app2.jar": "new",
  "app2.jar.bak": "new",
  "bad.zip": "no archive",
  "x.zip": "PK",
  "z.jar": "PK",
  huge: 1,
  "two.bin.10.upload.tmp": "01234",
  "v.jar.10.upload.tmp": "AAAAA",
  "full/big.bin.3145728.upload.tmp": MIB,
  "newdir/x": "hi",
  "目 录/文件.jar": "hi",
};

/** Creates the files that the recordings of files are about. */
export function createLabFiles({ files }: DemoState): void {
  for (const [directory, mtime] of [
    ["/www/wwwroot/fx", MTIME],
    ["/www/wwwroot/fx2", MTIME + 1],
  ] as const) {
    for (const [name, content] of Object.entries(contents)) {
      const path = `${directory}/${name}`;
      writeFile(files, path, typeof content === "string" ? Buffer.from(content) : Buffer.alloc(content), mtime);
      if (name !== "huge") files.set(path, { ...files.get(path), mtime, ...WWW, mode: 0o755 });
    }
    files.set(directory, { mtime, ...WWW, mode: 0o755 });
    files.set(`${directory}/full`, { mtime, ...ROOT, mode: 0o755, device: 79, capacity: MIB });
    files.set(`${directory}/full/a.txt`, { bytes: Buffer.alloc(0), mtime, uid: 0, gid: 61_234, mode: 0o644 });
    files.set(`${directory}/ro`, { mtime, ...ROOT, mode: 0o755, device: 80, isReadOnly: true });
  }
  for (const name of ["demo.jar", "demo.jar.bak-1", "demo.jar.back.part"])
    writeFile(files, `/www/wwwroot/java/${name}`, Buffer.alloc(1_421), MTIME);
  files.set("/www/wwwroot/java", { mtime: MTIME, ...WWW, mode: 0o755 });
}
