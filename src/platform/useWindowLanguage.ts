import { env, l10n } from "vscode";
import { useLanguage } from "../texts/language.ts";

// modules make texts while they load, so this file is loaded before what builds the services
useLanguage(env.language, l10n.bundle);
