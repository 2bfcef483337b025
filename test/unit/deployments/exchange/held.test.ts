import { usualShell } from "./exchangeServer.ts";
import { testHeldExchange } from "./heldInShell.ts";

testHeldExchange(usualShell);
