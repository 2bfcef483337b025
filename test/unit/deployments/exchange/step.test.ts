import { usualShell } from "./exchangeServer.ts";
import { testStep } from "./stepInShell.ts";

testStep(usualShell);
