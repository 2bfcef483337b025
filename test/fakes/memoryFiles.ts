import { dirname, basename } from "node:path";
import type { FileSystem } from "../../src/storage/fileSystem.ts";

/** Files in memory, empty at first. */
export function memoryFiles(): FileSystem {
  const files = new Map<string, string>();
  return {
    list: async (directory) =>
      [...files.keys()].filter((path) => dirname(path) === directory).map((path) => basename(path)),
    makeDirectory: async () => undefined,
    read: async (path) => files.get(path),
    async create(path, text) {
      if (files.has(path)) throw Object.assign(new Error("exists"), { code: "EEXIST" });
      files.set(path, text);
    },
    async append(path, text) {
      files.set(path, (files.get(path) ?? "") + text);
    },
    size: async (path) => Buffer.byteLength(files.get(path) ?? ""),
    async rename(from, to) {
      files.set(to, files.get(from) ?? "");
      files.delete(from);
    },
    async remove(path) {
      files.delete(path);
    },
  };
}
