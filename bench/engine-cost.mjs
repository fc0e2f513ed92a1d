// Prints the processor time of one review in the engine of a checkout, in microseconds.
// bench/paired.mjs starts this program.
// Usage: node bench/engine-cost.mjs CHECKOUT default|every clean|denied
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { everyRule } from "./every-rule.mjs";
import { renewals } from "./reviews.mjs";

const [, , checkout, policy, outcome] = process.argv;
const warmUps = 1;
const passes = 4;
const now = new Date();
const bodies = renewals(3000, now.getTime()).map((text) =>
  Buffer.from(outcome === "denied" ? withoutDuration(text) : text),
);
const { createValidator, rules } = await import(pathToFileURL(join(checkout, "dist/index.js")).href);
const validator = createValidator(policy === "every" ? { policy: everyKnownRule() } : {});

for (let i = 0; i < warmUps; i++) pass();
// Each pass causes several garbage collections, so even the fastest pass includes their cost.
console.log(Math.min(...Array.from({ length: passes }, pass)));

function pass() {
  const start = process.cpuUsage();
  let expected = 0;
  for (const body of bodies) expected += Number(isExpected(validator.review(body, { now }).body.response));
  const { user, system } = process.cpuUsage(start);
  if (expected !== bodies.length)
    throw new Error(`${bodies.length - expected} of ${bodies.length} reviews are not ${outcome}`);
  return (user + system) / bodies.length;
}

/** Returns the policy without the rules that this checkout does not have. */
function everyKnownRule() {
  const known = Object.entries(everyRule.rules).filter(([id]) => rules.some((rule) => rule.id === id));
  return { ...everyRule, rules: Object.fromEntries(known) };
}

function isExpected({ allowed, warnings }) {
  return outcome === "denied" ? !allowed : allowed && warnings === undefined;
}

/**
 * Sets the first `leaseDurationSeconds` to 0. `object` comes before `oldObject`, so only the new
 * Lease is invalid.
 */
function withoutDuration(text) {
  return text.replace('"leaseDurationSeconds":40', '"leaseDurationSeconds":0');
}
