import { fails, gives, type Play, rejected } from "../play.ts";

const CONTROL = "service.control";

type To = "reload" | "restart" | "start" | "stop";

/** How the demo panel comes to it, and how it differs. */
type More = Pick<Play, "after" | "demo" | "given">;

/** The plays of services on an edition. @param msg what it says to everything that it does */
export function servicesSaying(msg: string) {
  return {
    does: (name: string, to: To, more: More = {}): Play => gives(CONTROL, { msg }, { ...more, params: { name, to } }),
    doesNot: (name: string, to: To, words: string, more: More): Play =>
      fails(CONTROL, rejected(words), { ...more, params: { name, to } }),
  };
}

/** What is shown of a broken configuration of nginx. */
export const BROKEN_NGINX: More = {
  given: ["brokenNginx"],
  demo: { words: "they name time and process of the check", differs: "they name time and process of the check" },
};

/** The service is stopped. */
export const STOPPED: More = { given: ["stoppedServices"] };
