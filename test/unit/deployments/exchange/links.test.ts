import { usualShell } from "./exchangeServer.ts";
import { testLinks } from "./linksInShell.ts";

testLinks(usualShell);
