import { testUnpacking } from "./unpackInShell.ts";

testUnpacking("bash");
