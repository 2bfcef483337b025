import { env, l10n } from "vscode";
import { useLanguage } from "../texts/language.ts";

// modules make texts while they load, so whoever builds the services imports this file before all others
useLanguage(env.language, l10n.bundle);
