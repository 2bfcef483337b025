import { usualShell } from "./exchangeServer.ts";
import { testRelease } from "./releaseInShell.ts";

testRelease(usualShell);
