import assert from "node:assert/strict";
import { multipartForm } from "../../../../src/wire/http/multipartForm.ts";

describe("multipartForm", () => {
  it("is read back by the platform's own parser, whatever fields and bytes hold", async () => {
    const fields = { f_path: "/www/wwwroot/商店", f_name: 'a "b"; c.txt', empty: "", lines: "a\r\n--b\r\nc" };
    const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => at % 251);
    const { body, contentType } = multipartForm(fields, bytes);
    const form = await new Response(body as Buffer<ArrayBuffer>, {
      headers: { "content-type": contentType },
    }).formData();
    for (const [name, value] of Object.entries(fields)) assert.equal(form.get(name), value);
    const file = form.get("blob");
    assert.ok(file instanceof File);
    assert.deepEqual(new Uint8Array(await file.arrayBuffer()), bytes);
  });
});
