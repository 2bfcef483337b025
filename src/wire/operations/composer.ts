import * as v from "valibot";
import { classic, withoutHeader } from "../answers/envelope.ts";
import { maybe, rawText } from "../answers/fields.ts";
import { operation } from "../answers/operation.ts";
import { plainText } from "../../characters/plainText.ts";
import { filesModule } from "./modules.ts";
import { onEither } from "./wires.ts";

/** The result of an update, as far as the panel's sentence shows it. */
export type ComposerUpdate =
  /** `from` is missing where the panel could not tell the old version. */
  | { readonly kind: "upgraded"; readonly from: string | undefined; readonly to: string }
  /** Said also where the download failed: only that the version is the same is known. */
  | { readonly kind: "latest" }
  /** Anything else, as plain text. */
  | { readonly kind: "other"; readonly message: string };

const VERSION = /^\d+(?:\.\d+)+/;

/** The PHP dependency manager (docs/protocol.md 10). */
export const composerOperations = {
  "composer.version": operation({
    effect: "read",
    deadlineMs: 20_000,
    params: v.object({}),
    result: v.pipe(
      v.object({ msg: maybe(rawText) }),
      /**
       * `undefined`: the panel does not know it, whatever it says: Composer is missing or broken (docs/protocol.md
       * 10.1).
       */
      v.transform(({ msg }) => ({ version: VERSION.exec(plainText(msg ?? ""))?.[0] })),
    ),
    wires: [onEither(filesModule, { action: "get_composer_version", envelope: classic })],
  }),
  /** Blocks while the new version is downloaded, which may take minutes. */
  "composer.update": operation({
    effect: "change",
    deadlineMs: 600_000,
    documented: "7",
    params: v.object({}),
    result: v.pipe(
      v.object({ msg: maybe(rawText) }),
      v.transform(({ msg }) => updateOf(plainText(withoutHeader(msg ?? "")))),
    ),
    wires: [onEither(filesModule, { action: "update_composer", envelope: classic })],
  }),
};

function updateOf(message: string): ComposerUpdate {
  const [, from, to] =
    /从\s{0,9}([\w.+-]{0,40})\s{0,9}到\s{0,9}([\w.+-]{0,40}\w)/.exec(message) ??
    /\bfrom\s{1,9}([\w.+-]{0,40})\s{0,9}\bto\s{1,9}([\w.+-]{0,40}\w)/i.exec(message) ??
    [];
  if (to !== undefined) return { kind: "upgraded", from: from || undefined, to };
  if (/最新版本|latest version/i.test(message)) return { kind: "latest" };
  return { kind: "other", message };
}
