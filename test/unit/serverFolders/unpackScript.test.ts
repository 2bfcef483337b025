import { testUnpacking } from "./unpackInShell.ts";

testUnpacking("dash");
