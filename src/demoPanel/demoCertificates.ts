import { createPrivateKey, randomBytes, type X509Certificate } from "node:crypto";
import { certificateFrom } from "../certificates/certificateChain.ts";
import { says } from "./partReplies.ts";
import { reloadNginx, webProblemOf } from "./parts.ts";
import { siteConfigurationPath } from "./nginxConfiguration.ts";
import { writeFile } from "./serverFiles.ts";
import { giveCertificate, issueCertificate, pemOf, VALID_DAYS } from "./siteCertificates.ts";
import { integer, required, type HandlerContext } from "./state.ts";

const DAY_MS = 86_400_000;
const ORDER_LOG = "/www/server/panel/logs/letsencrypt.log";

/** Whether a text in PEM is the key of a certificate; a text that is no key is. */
function isKeyOf(key: string, certificate: X509Certificate): boolean {
  try {
    return certificate.checkPrivateKey(createPrivateKey(key));
  } catch {
    // panels let through what their library cannot read
    return true;
  }
}

/**
 * Stores a certificate with its key, names them in the website's configuration, and has the web server check that. What it refuses stays:
 * panels put back the configuration alone, and that only where they have changed it (docs/protocol.md 9.15).
 */
export function storeCertificate(
  context: HandlerContext,
  name: string,
  { chain, key }: { readonly chain: string; readonly key: string },
): unknown {
  const { state, now } = context;
  const { files } = state;
  const site = state.sites.find((each) => each.name === name);
  const path = siteConfigurationPath({ name });
  const [configuration, shown] = [files.get(path), site?.certificate];
  // the files are written before it looks for the website
  giveCertificate(files, site ?? { name, certificate: undefined }, { chain, key }, now());
  if (site === undefined) throw new Error("no such site");
  const problem = webProblemOf(state);
  if (problem === undefined) {
    reloadNginx(state, now());
    return says(context, true, "Certificate saved!", "证书已保存!");
  }
  if (configuration !== undefined) files.set(path, configuration);
  site.certificate = shown;
  const words = `: <br><a style="color:red;">${problem}<br>nginx: configuration file /www/server/nginx/conf/nginx.conf test failed<br></a>`;
  return says(context, false, `Certificate ERROR, please check!${words}`, `证书错误${words}`);
}

/** Handles certificates that a person installs or orders (docs/protocol.md 9.11, 9.13). */
export const siteCertificateHandlers = {
  "certificate.install": (context: HandlerContext) => {
    const { fields } = context;
    const name = required(fields, "siteName");
    const [key, chain] = [required(fields, "key").trim(), required(fields, "csr").trim()];
    if (!key.includes("KEY")) return says(context, false, "Private Key ERROR, please check!", "密钥错误，请检查!");
    if (!chain.includes("CERTIFICATE"))
      return says(context, false, "Certificate ERROR, please check!", "证书错误，请检查!");
    const certificate = certificateFrom(chain);
    if (certificate === undefined)
      return says(context, false, "Error getting certificate", "证书错误,请粘贴正确的PEM格式证书!");
    if (!isKeyOf(key, certificate))
      return says(context, false, "The key and certificate do not match.", "密钥和证书不匹配。");
    return storeCertificate(context, name, { chain, key });
  },
  "certificateOrder.order": async (context: HandlerContext) => {
    const { state, fields, now, schedule, delays } = context;
    const site = state.sites.find(({ id }) => id === integer(fields, "id", 0));
    const domains = JSON.parse(required(fields, "domains")) as readonly string[];
    if (site === undefined)
      return says(
        context,
        false,
        "Website lost, unable to continue applying for certificate",
        "网站丢失，无法继续申请证书",
      );
    if (!site.running)
      return says(
        context,
        false,
        "The current website is not enabled, so file verification cannot be used",
        "当前网站未开启不能使用文件验证",
      );
    if (domains.some((domain) => domain.includes("*")))
      return says(
        context,
        false,
        'Wildcard domain names cannot use the "file verification" method to apply for certificates!',
        "泛域名不能使用【文件验证】的方式申请证书!",
      );
    const written: string[] = [];
    const log = (inEnglish: string, inChinese: string) => {
      const { msg } = says({ ...context, route: "" }, true, inEnglish, inChinese) as { readonly msg: string };
      written.push(`|-${msg}\n`);
      writeFile(state.files, ORDER_LOG, Buffer.from(written.join("")), now() / 1_000);
    };
    log("Creating order..", "正在创建订单..");
    log("Verifying domain name..", "正在验证域名..");
    await schedule.sleep(delays.composer);
    log("Downloading certificate..", "正在下载证书..");
    const validTo = now() + (VALID_DAYS - 0.5) * DAY_MS;
    const { certificate, chain, key } = issueCertificate(domains, validTo);
    const index = randomBytes(16).toString("hex");
    const created = Math.floor(now() / 1_000);
    const validUntil = Math.floor(validTo / 1_000);
    state.certificateOrders.push({
      index,
      domains,
      authType: "http",
      created,
      renewed: 0,
      progress: { status: "valid", validUntil },
    });
    // a certificate with the same names is replaced, whoever's website has it
    for (const each of state.sites)
      if (each.certificate?.domains.toSorted().join() === domains.toSorted().join())
        giveCertificate(state.files, each, { chain, key }, now());
    log("Successful application, deploying to site..", "申请成功，正在部署到站点..");
    return {
      cert: certificate,
      root: chain.slice(certificate.length),
      private_key: pemOf(key),
      cert_timeout: validUntil,
      domains,
      save_path: `vhost/letsencrypt/${domains[0] ?? ""}`,
      status: true,
      msg: "",
    };
  },
};
