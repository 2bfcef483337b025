import { statusReply } from "../../../src/demoPanel/http.ts";
import { addSite as shipped } from "../../../src/demoPanel/baota.ts";
import { type HandlerContext, required } from "../../../src/demoPanel/state.ts";
import { isJson } from "../isJson.ts";
import { testState } from "../state.ts";

/** Handles `AddSite` also with a broken configuration, and with domains that are not JSON, which our client does not send. */
export function addSite(context: HandlerContext): unknown {
  const { state, fields } = context;
  const error = testState(state).web.configurationError;
  if (error !== undefined) {
    const html = `<a style="color:red;">${error.replaceAll("\n", "<br>")}</a>`;
    return statusReply(false, `ERROR: 检测到配置文件有错误,请先排除后再操作<br><br>${html}`);
  }
  if (!isJson(required(fields, "webname")))
    return statusReply(false, "webname参数格式不正确，应该是可被解析的JSON字符串");
  return shipped(context);
}
