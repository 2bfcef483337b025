import { usualShell } from "./exchangeServer.ts";
import { testExchange } from "./exchangeInShell.ts";
import { testMeanwhile } from "./meanwhileInShell.ts";

testExchange(usualShell);
testMeanwhile(usualShell);
