import { statusReply } from "../../../src/demoPanel/http.ts";
import { addSite as shipped } from "../../../src/demoPanel/aapanel.ts";
import { type HandlerContext, required } from "../../../src/demoPanel/state.ts";
import { isObject } from "../../../src/wire/answers/isObject.ts";
import { isJson } from "../isJson.ts";
import { testState } from "../state.ts";
import { anySentence } from "./languages.ts";

/** Handles `AddSite` also with a broken configuration and with malformed fields, which our client does not send. */
export function addSite(context: HandlerContext): unknown {
  const { fields, language } = context;
  const error = configurationError(context);
  if (error !== undefined) {
    const html = `<a style="color:red;">${error.replaceAll("\n", "<br>")}</a>`;
    return statusReply(false, anySentence(language, "brokenConfiguration", html));
  }
  const answer = created(context);
  const isLacking = isObject(answer) && "ssl" in answer && fields["set_ssl"] === undefined;
  return isLacking ? { ...answer, ssl: NO_SET_SSL } : answer;
}

/** Handles `AddSite` below `/v2`, which ignores the web server's configuration (docs/protocol.md 6.14). */
export function addSiteUnchecked(context: HandlerContext): unknown {
  configurationError(context);
  return created(context);
}

/** Throws on empty fields, because these break the panel's own check. */
function configurationError({ state, fields }: HandlerContext): string | undefined {
  const error = testState(state).web.configurationError;
  if (error !== undefined && ACCOUNTS.some((name) => fields[name] === "")) throw new Error("cannot be told");
  return error;
}

function created(context: HandlerContext): unknown {
  const { fields, language } = context;
  if (!isJson(required(fields, "webname"))) return statusReply(false, anySentence(language, "badWebname"));
  return shipped(context);
}

const ACCOUNTS = ["ftp_username", "ftp_password", "datauser", "datapassword"];

const NO_SET_SSL =
  "Traceback (most recent call last):\n  File \"/www/server/panel/class/panelSite.py\", line 1, in AddSite\n    if int(get.set_ssl) == 1:\nAttributeError: 'dict_obj' object has no attribute 'set_ssl'\n";
