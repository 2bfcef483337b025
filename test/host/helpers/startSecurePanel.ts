import * as https from "node:https";
import { startDemoPanel, type DemoPanel, type DemoPanelOptions } from "../../demoPanel/startDemoPanel.ts";
import { testCertificate, type CertificateName } from "../../wire/certificates.ts";

/** An address of this machine that VS Code does not treat as its own. */
export const SECURE_HOST = "127.0.0.2";

/** A panel with a certificate of its own. */
export function startSecurePanel(
  name: CertificateName,
  options: Pick<DemoPanelOptions, "edition" | "port" | "key"> = {},
): Promise<DemoPanel> {
  const { cert, key } = testCertificate(name);
  const server = { cert, key, ciphers: "DEFAULT@SECLEVEL=0" };
  return startDemoPanel({
    host: SECURE_HOST,
    createServer: (listener) => https.createServer(server, listener),
    ...options,
  });
}
