import { knownEditions } from "../../../src/wire/answers/operation.ts";
import { testFileSystem } from "./fileSystemSuite.ts";
import { useServerFiles } from "./useServerFiles.ts";

for (const edition of knownEditions)
  describe(`the file system of ${edition}`, () => testFileSystem(useServerFiles({ edition, guardLevel: "trusted" })));
