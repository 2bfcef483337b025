import * as v from "valibot";
import { classic, withoutHeader } from "../answers/envelope.ts";
import { maybe, rawText } from "../answers/fields.ts";
import { operation } from "../answers/operation.ts";
import { plainText } from "../../characters/plainText.ts";
import { filesModule } from "./modules.ts";
import { onEither } from "./wires.ts";

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
  /**
   * Blocks while the new version is downloaded, which may take minutes. The panel's sentence names the versions, or the latest one, also
   * where the download failed.
   */
  "composer.update": operation({
    effect: "change",
    deadlineMs: 600_000,
    documented: "7",
    params: v.object({}),
    result: v.pipe(
      v.object({ msg: maybe(rawText) }),
      v.transform(({ msg }) => ({ msg: plainText(withoutHeader(msg ?? "")) })),
    ),
    wires: [onEither(filesModule, { action: "update_composer", envelope: classic })],
  }),
};
