import { createHash } from "node:crypto";
import type { DemoCertificateOrder } from "../records/demoRecords.ts";

const DAY_SECONDS = 86_400;

type Sketch = Pick<DemoCertificateOrder, "domains" | "authType"> & {
  readonly status: "valid" | "pending" | "invalid";
  /** Until the certificate, or the order where there is none, expires. */
  readonly days: number;
  /** Since the order. */
  readonly age: number;
};

const sketches: readonly Sketch[] = [
  { domains: ["www.example.com", "example.com"], authType: "http", status: "valid", days: 62, age: 28 },
  { domains: ["staging.example.com"], authType: "dns", status: "pending", days: 6, age: 1 },
  { domains: ["shop.example.com"], authType: "http", status: "valid", days: 12, age: 78 },
  { domains: ["blog.example.com"], authType: "tls", status: "valid", days: 3, age: 87 },
  { domains: ["legacy.example.com"], authType: "http", status: "valid", days: -4, age: 94 },
  { domains: ["old.example.com", "*.old.example.com"], authType: "dns", status: "invalid", days: -20, age: 27 },
];

/** Orders in every state: valid, about to expire, expired, waiting for proof, and failed. */
export function seedCertificateOrders(now: number): readonly DemoCertificateOrder[] {
  const today = Math.floor(now / 1000);
  return sketches.map(({ domains, authType, status, days, age }): DemoCertificateOrder => {
    // half a day more, so that the number of days does not change while the demo runs
    const end = today + Math.floor((days + 0.5) * DAY_SECONDS);
    return {
      index: createHash("md5").update(domains.join()).digest("hex"),
      domains,
      authType,
      created: today - age * DAY_SECONDS,
      renewed: 0,
      progress: status === "valid" ? { status, validUntil: end } : { status, expires: end },
    };
  });
}
