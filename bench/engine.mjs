// Compares the engine with JSON.parse of the same bodies. Also compares an evaluation of every rule
// with an evaluation of the rules of tier `api`. All measurements run in this process, in turn.
// Usage: node bench/engine.mjs [ROUNDS=9]

import { servedVersion } from "../dist/core/api/served-versions.js";
import { decodeReview } from "../dist/engine/review/decode-review.js";
import { reviewBody } from "../dist/engine/review/review.js";
import { toSubmission } from "../dist/engine/review/to-submission.js";
import { createValidate } from "../dist/engine/validate/validate.js";
import { defaultPolicy } from "../dist/policy/policy.js";
import { rules } from "../dist/rules/index.js";
import { everyRule } from "./every-rule.mjs";
import { renewals } from "./reviews.mjs";
import { atMost, ratio, row } from "./statistics.mjs";

const rounds = Number(process.argv[2] ?? 9);
/** The number of measurements in each round. Only the fastest one counts. */
const windows = 10;
const now = new Date();
const bodies = renewals(5000, now.getTime()).map((text) => Buffer.from(text));
const utf8 = new TextDecoder("utf-8", { fatal: true });

const everyRuleOn = {
  ...defaultPolicy,
  profile: everyRule.profile,
  rules: new Map(Object.entries(everyRule.rules)),
};
const off = rules.find(({ id, tier }) => tier === "policy" && !Object.hasOwn(everyRule.rules, id));
if (off !== undefined) throw new Error(`${off.id} is off without parameters`);

/**
 * Measures each contender with the inputs. Returns the processor time per input in microseconds, by
 * contender and round.
 */
function inTurn(contenders, inputs) {
  const times = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  // The first two rounds are a warm-up and do not count.
  for (let round = -2; round < rounds; round++) {
    const quietest = Object.fromEntries(Object.keys(contenders).map((name) => [name, Number.POSITIVE_INFINITY]));
    for (let window = 0; window < windows; window++) {
      for (const [name, judge] of Object.entries(contenders)) {
        const part = inputs.slice((window * inputs.length) / windows, ((window + 1) * inputs.length) / windows);
        const start = process.cpuUsage();
        let judged = 0;
        for (const input of part) judged += judge(input);
        const { user, system } = process.cpuUsage(start);
        if (judged < part.length) throw new Error(`${name} has something to say on a renewal`);
        quietest[name] = Math.min(quietest[name], (user + system) / part.length);
      }
    }
    if (round >= 0) for (const [name, time] of Object.entries(quietest)) times[name].push(time);
  }
  return times;
}

/** Returns a function that evaluates a review and returns 1 if there are no findings. */
function evaluation(rules, policy) {
  const validate = createValidate(rules, policy);
  return (submission) => Number(validate(submission).findings.length === 0);
}

const [parse, whole, api, all] = [
  "JSON.parse",
  "reviewBody, JSON.stringify",
  "evaluation, tier api",
  "evaluation, every rule on",
];
const validate = createValidate(rules);
const engine = inTurn(
  {
    [parse]: (body) => JSON.parse(utf8.decode(body)).request.uid.length,
    [whole]: (body) => Number(JSON.stringify(reviewBody(body, validate, now).body).endsWith('"allowed":true}}')),
  },
  bodies,
);
const decoded = bodies.map((body) => {
  const { request } = decodeReview(body).value;
  return toSubmission(servedVersion(request.kind), request, now).value;
});
const apiRules = rules.filter(({ tier }) => tier === "api");
const evaluations = inTurn(
  { [api]: evaluation(apiRules, defaultPolicy), [all]: evaluation(rules, everyRuleOn) },
  decoded,
);

console.log(
  `Node ${process.version}, processor time; ${rounds} rounds of ${bodies.length} reviews of ${bodies[0].length} bytes`,
);
for (const [name, times] of Object.entries(engine)) console.log(row(name, "us", times, engine[parse]));
for (const [name, times] of Object.entries(evaluations)) console.log(row(name, "us", times, evaluations[api]));
atMost(`${all}, as many times the time of ${api}`, ratio(evaluations[all], evaluations[api]), 1.5);
