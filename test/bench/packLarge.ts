/**
 * Packs a file in a process of its own, so that its memory is that of the packing alone, and sends the greatest memory beyond what
 * it had before to the parent, in bytes. A small file comes before: what it takes to load and compile is not counted.
 */
import { join } from "node:path";
import { writeExchangeArchive } from "../../src/deployments/archive/exchangeArchive.ts";
import { readSource } from "../../src/deployments/sourceFiles.ts";

const { signal } = new AbortController();
const [root = ""] = process.argv.slice(2);

async function pack(folder: string): Promise<void> {
  const { files } = await readSource({ workspace: root, folder, exclude: [], signal });
  const members = files.map((file, at) => ({ name: `new/${at}`, file }));
  await writeExchangeArchive({ members, target: join(root, "packed.tar.gz"), signal });
}

await pack("small");
const idle = process.memoryUsage.rss();
await pack("large");
process.send?.(process.resourceUsage().maxRSS * 1024 - idle);
process.disconnect?.();
