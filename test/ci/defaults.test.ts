import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { expect, it } from "vitest";
import { auditCommand } from "../../src/audit/command.ts";
import { servingLifetimeMs } from "../../src/cluster/certs/issue.ts";
import { caLifetimeMs } from "../../src/cluster/certs/sign.ts";
import { dayMs } from "../../src/core/text/duration.ts";
import { doctorCommand } from "../../src/doctor/command.ts";
import { maxBodyBytes, maxOversizedBytes } from "../../src/engine/review/limits.ts";
import { minWrites } from "../../src/learn/evidence.ts";
import { defaultWarnMs, exemptMs } from "../../src/learn/periods.ts";
import { defaultPolicy } from "../../src/policy/policy.ts";
import { serveCommand } from "../../src/webhook/command.ts";
import { connectionLimits } from "../../src/webhook/http/connections.ts";
import { readBase } from "../manifests/base.ts";
import { here } from "./checkout.ts";

interface Configuration {
  readonly webhooks: readonly { readonly failurePolicy: string; readonly timeoutSeconds: number }[];
}

const page = readFileSync(join(here, "docs/clocks-and-terms.md"), "utf8");
const [webhook] = readBase<Configuration>("validating-webhook-configuration.yaml").webhooks;
const { spec } = readBase<{ readonly spec: { readonly replicas: number } }>("deployment.yaml");

/** Returns the default of a flag in the form in which a user writes it. */
function flagDefault(command: Command, flag: string): unknown {
  const option = command.options.find(({ long }) => long === flag);
  return option?.defaultValueDescription ?? option?.defaultValue;
}

/** The settings of the page, with their defaults in the code. */
const defaults: readonly (readonly [setting: string, value: unknown])[] = [
  ["`profile`", `\`${defaultPolicy.profile}\``],
  ["`clockSkewAllowance`", `${defaultPolicy.clockSkewMs / 1000} s`],
  ["`administrators.groups`", defaultPolicy.administrators.groups.map((group) => `\`${group}\``).join()],
  ["`failurePolicy`", `\`${webhook?.failurePolicy}\``],
  ["`timeoutSeconds`", webhook?.timeoutSeconds],
  ["replicas", spec.replicas],
  ["body of a review", `${maxOversizedBytes / 1024 ** 2} MiB`],
  ["body of a review that lease-guard validates", `${maxBodyBytes / 1024 ** 2} MiB`],
  ["`--max-requests-inflight`", flagDefault(serveCommand(), "--max-requests-inflight")],
  ["`--shutdown-delay-duration`", flagDefault(serveCommand(), "--shutdown-delay-duration")],
  ["idle connection", `${(connectionLimits.keepAliveTimeout ?? 0) / 1000} s`],
  ["CA", `${caLifetimeMs / dayMs} days`],
  ["serving certificate", `${servingLifetimeMs / dayMs} days`],
  ["`audit --fail-on`", `\`${flagDefault(auditCommand(), "--fail-on")}\``],
  ["`doctor --fail-on`", `\`${flagDefault(doctorCommand(), "--fail-on")}\``],
  ["`audit --min-age`", flagDefault(auditCommand(), "--min-age")],
  ["`warnUntil` of `learn`", `${defaultWarnMs / dayMs} days`],
  ["exemptions of `learn`", `${exemptMs / dayMs} days after this date`],
  ["writes that `learn` needs", minWrites],
];

it.each(defaults)("docs/clocks-and-terms.md has the default of %s", (setting, value) => {
  expect(page).toContain(`| ${setting} | ${value} |`);
});
