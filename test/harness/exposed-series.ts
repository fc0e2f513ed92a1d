import { createValidate } from "../../src/engine/validate/validate.ts";
import { rules } from "../../src/rules/index.ts";
import { metricSamples } from "./metric-samples.ts";
import { post, rawRequest } from "./raw-request.ts";
import { startRealServer } from "./real-server.ts";
import { reportingRule } from "./reporting-rule.ts";
import { reviewOf, rowOf, tweaked } from "./reviews.ts";
import { startServer } from "./running-server.ts";

const lease = rowOf("v1", "Lease");

/**
 * Returns the bodies of five reviews. The creationTimestamp of each object is at least `seconds`
 * seconds old.
 */
export function stampedReviews(seconds: number): readonly string[] {
  return [4, 3, 2, 1, 0].map((more) => {
    const creationTimestamp = `${new Date(Date.now() - (seconds + more) * 1000).toISOString().slice(0, 19)}Z`;
    const object = tweaked(lease, ({ metadata }) => Object.assign(metadata, { creationTimestamp }));
    return new TextDecoder().decode(reviewOf(lease, { operation: "CREATE", object, oldObject: null }));
  });
}

/**
 * Returns all series that the built server can expose. Some series exist only after a review, after
 * a rule failure, or with a date in the policy, so this function provides all three.
 */
export async function exposedSeries(): Promise<readonly string[]> {
  const date = new Date(Date.now() + 86_400_000).toISOString();
  const exemption = `{ rules: [lease/strategy-valid], match: { names: [a] }, reason: why, owner: team-a, expires: ${date} }`;
  const server = await startRealServer(
    `rules: { lease/holder-kept-until-expiry: { mode: deny, warnUntil: ${date} } }\nexemptions: [${exemption}]`,
  );
  for (const body of stampedReviews(0)) await server.send(body);
  const series = [...(await server.scrape()).keys(), ...(await ruleFailures())];
  server.stop();
  return [...new Set(series)];
}

/**
 * Returns the series about rule failures. The server in this process has a rule that fails, because
 * no rule of the built server fails.
 */
async function ruleFailures(): Promise<readonly string[]> {
  const broken = reportingRule({
    id: "lease/strategy-valid",
    check: () => {
      throw new Error("a bug");
    },
  });
  const server = await startServer(createValidate([...rules, broken]));
  await rawRequest(server, post());
  const series = [...metricSamples(await server.metrics.text()).keys()].filter((each) => each.includes("rule_faults"));
  await server.stop();
  return series;
}
