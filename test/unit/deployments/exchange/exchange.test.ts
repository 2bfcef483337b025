import { usualShell } from "./exchangeServer.ts";
import { testExchange } from "./exchangeInShell.ts";

testExchange(usualShell);
