import assert from "node:assert/strict";
import { json, signed } from "./wire.ts";
import { withPanel } from "./withPanel.ts";

const total = { action: "GetSystemTotal" };
const JSON_TYPE = "application/json; charset=utf-8";

const NGINX_PAGE =
  "<html>\r\n<head><title>404 Not Found</title></head>\r\n<body>\r\n<center><h1>404 Not Found</h1></center>\r\n" +
  "<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n";

describe("a demo panel's protocol", () => {
  it(
    "accepts the reference signature, wherever its fields are",
    withPanel(
      async ({ panel, call }) => {
        const request_time = "1700000000";
        const request_token = "615a4f4eacc9786689a56061ec8aae13";
        const { key: _, ...unsigned } = { key: panel.key, path: "/system" };
        const requests = [
          { ...unsigned, form: { ...total, request_time, request_token } },
          { ...unsigned, query: { ...total, request_time, request_token } },
          { ...unsigned, query: { request_time }, form: { ...total, request_token } },
          { ...unsigned, query: { request_time, request_token: "0" }, form: { ...total, request_token } },
        ];
        for (const request of requests) {
          const form = { form: {}, ...request }.form;
          const isPost = Object.keys(form).length > 0;
          const body = isPost ? { body: new URLSearchParams(form).toString(), method: "POST" } : { method: "GET" };
          const { query = {} } = { query: {}, ...request };
          const path = `/system?${new URLSearchParams(query).toString()}`;
          const answer = await call({ path, ...body, key: undefined as never });
          assert.equal(answer.headers["content-type"], JSON_TYPE, answer.text);
        }
      },
      { key: "PaneLLabKey0123456789abcdefABCDE" },
    ),
  );
});
