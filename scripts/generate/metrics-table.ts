import { readFileSync } from "node:fs";
import { reviewBody } from "../../src/admission/review.ts";
import { defaultPolicy } from "../../src/policy/policy.ts";
import { Metrics } from "../../src/server/metrics/metrics.ts";
import type { GeneratedFile } from "./generated-file.ts";

const path = "docs/serving.md";
const begin = "<!-- The table is generated from src/server/metrics/metrics.ts. -->\n";
const end = "<!-- End of the table. -->";

/** Returns the page about the server, with a table of the metrics of lease-guard. */
export async function servingPage(): Promise<GeneratedFile> {
  const page = readFileSync(path, "utf8");
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`${path} must have the lines ${begin.trim()} and ${end}`);
  const rows = metricRows(await allSeries());
  const table = ["| Metric | Type | Labels | Content |", "|---|---|---|---|", ...rows].map((line) => `${line}\n`).join("");
  return { path, text: `${before}${begin}\n${table}\n${end}${after}` };
}

function metricRows(text: string): readonly string[] {
  const found = text.matchAll(/^# HELP (lease_guard_\w+) (.*)\n# TYPE \w+ (\w+)\n(?:\w+(?:\{(.*)\})? .*)?/gm);
  const rows = Array.from(found, ([, name = "", help = "", type = "", sample = ""]) => {
    const labels = Array.from(sample.matchAll(/(\w+)="/g), ([, label]) => `\`${label}\``).filter((label) => label !== "`le`");
    return `| \`${name}\` | ${type} | ${labels.join(", ")} | ${help} |`;
  });
  return rows.toSorted();
}

/** A review of a Lease. `allSeries` validates it with a rule that fails. */
const review = {
  apiVersion: "admission.k8s.io/v1",
  kind: "AdmissionReview",
  request: {
    uid: "1",
    kind: { group: "coordination.k8s.io", version: "v1", kind: "Lease" },
    resource: { group: "coordination.k8s.io", version: "v1", resource: "leases" },
    operation: "CREATE",
    object: { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { name: "a", namespace: "b" } },
  },
};

/** Returns the metrics of a server after events that create a series of every metric. */
async function allSeries(): Promise<string> {
  const metrics = new Metrics("0.0.0");
  const now = new Date(0);
  const rule = "lease/strategy-valid" as const;
  const exemption = { rules: [rule], match: {}, reason: "", owner: "", expires: new Date(1) };
  metrics.policyActive({ ...defaultPolicy, exemptions: [exemption] }, now);
  metrics.clockOffset(0);
  const failing = () => ({ findings: [], crashes: [{ origin: rule, error: new Error("a bug") }] });
  metrics.decided(reviewBody(new TextEncoder().encode(JSON.stringify(review)), failing, now), 0);
  return metrics.text(now);
}
