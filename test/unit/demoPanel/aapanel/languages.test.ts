import assert from "node:assert/strict";
import { say, sentenceNames } from "../../../../src/demoPanel/aapanel/sentences.ts";
import type { Language } from "../../../../src/demoPanel/state/handler.ts";
import { answerOf, done, failed, said, stamped, withAapanel } from "./aapanel.ts";

const site = { id: "1", name: "www.example.com", webname: "www.example.com" };

const words: Readonly<Record<Exclude<Language, "en">, readonly string[]>> = {
  es: [
    "Sitio detenido",
    "¡Sitio eliminado con éxito!",
    "Detenido con éxito",
    "¡error de arranque!",
    "¡El pedido especificado no existe!",
  ],
  de: [
    "Website gestoppt",
    "Website erfolgreich gelöscht!",
    "Erfolgreich gestoppt",
    "Start fehlgeschlagen!",
    "Die angegebene Bestellung existiert nicht!",
  ],
};

describe("an aaPanel's language", () => {
  for (const [language, [stopped = "", deleted = "", javaStopped = "", boot = "", order = ""]] of Object.entries(words))
    it(
      `is that of its sentences, and not of its uptime (${language})`,
      withAapanel(
        async (fixture) => {
          const ask = (path: string, form: Readonly<Record<string, string>>) => answerOf(fixture, path, form);
          assert.deepEqual(await ask("/site", { action: "SiteStop", ...site }), said(true, stopped));
          assert.deepEqual(await ask("/site", { action: "DeleteSite", ...site }), said(true, deleted));
          const stop = await ask("/v2/project/java/stop_project", { project_name: "order-service" });
          assert.deepEqual(stop, said(true, javaStopped));
          const restart = await ask("/v2/btdocker/container/restart", { id: "nightly-backup" });
          assert.deepEqual(stamped(restart), failed(boot));
          assert.deepEqual(await ask("/acme", { action: "remove_order", index: "x" }), said(false, order));
          const gone = await ask("/v2/site", { action: "SiteStop", id: "9", name: "x" });
          assert.deepEqual(stamped(gone), done(stopped));
          const total = (await ask("/system", { action: "GetSystemTotal" })) as { readonly time: unknown };
          assert.equal(total.time, "12 Day(s)");
        },
        { language: language as Language },
      ),
    );

  it("has each sentence in each of its languages, with the same gaps", () => {
    const gaps = (text: string) => (text.match(/<gap\d>/g) ?? []).toSorted();
    for (const name of sentenceNames) {
      const inEach = (["en", "es", "de"] as const).map((language) => say(language, name, "<gap0>", "<gap1>"));
      for (const text of inEach) assert.deepEqual(gaps(text), gaps(inEach[0] ?? ""), name);
      assert.ok(
        inEach.every((text) => text.trim() !== ""),
        name,
      );
    }
  });
});
