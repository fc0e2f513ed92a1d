// The engine against JSON.parse of the same bodies, both in this process, in turn; then what a review costs by its size.
// Usage: node bench/engine.mjs [ROUNDS=9]
import { reviewBody } from "../dist/admission/review.js";
import { rules } from "../dist/rules/index.js";
import { createValidate } from "../dist/validate/validate.js";
import { largeRenewal, renewals } from "./reviews.mjs";
import { median, row } from "./statistics.mjs";

const rounds = Number(process.argv[2] ?? 9);
const bodies = renewals(5000).map((text) => Buffer.from(text));
const validate = createValidate(rules);
const utf8 = new TextDecoder("utf-8", { fatal: true });
const answer = (body) => JSON.stringify(reviewBody(body, validate, new Date()).body);

const contenders = {
  "JSON.parse": (body) => JSON.parse(utf8.decode(body)).request.uid,
  "reviewBody, JSON.stringify": answer,
};
const times = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
for (let round = -2; round < rounds; round++) {
  for (const [name, judge] of Object.entries(contenders)) {
    const start = process.cpuUsage();
    let length = 0;
    for (const body of bodies) length += judge(body).length;
    const { user, system } = process.cpuUsage(start);
    if (length === 0) throw new Error("nothing was judged");
    // The first two rounds warm up.
    if (round >= 0) times[name].push((user + system) / bodies.length);
  }
}
console.log(`Node ${process.version}, processor time; ${rounds} rounds of ${bodies.length} reviews of ${bodies[0].length} bytes`);
for (const [name, values] of Object.entries(times)) console.log(row(name, "us", values, times["JSON.parse"]));

const mebibyte = 1024 * 1024;
const allowed = (body) => {
  if (!answer(body).includes('"allowed":true')) throw new Error("must be allowed");
};
const refused = (body) => {
  if (!answer(body).includes("must not nest deeper")) throw new Error("must be refused");
};
console.log("\none review by its size");
for (const size of [1 / 64, 1 / 16, 1 / 4, 1, 4]) print(`${size * 1024} KiB`, millisOf(allowed, largeRenewal(size * mebibyte)), size);
const bar = (ms, most) => (ms <= most ? `reached: at most ${most} ms` : `NOT reached: at most ${most} ms`);
const largest = millisOf(allowed, largeRenewal(6.9 * mebibyte));
print("6.9 MiB", largest, 6.9);
console.log(bar(largest, 150));
const bomb = millisOf(refused, Buffer.alloc(7 * mebibyte, "["));
print("7 MiB of open lists", bomb, 7);
console.log(bar(bomb, 5));

/** Milliseconds of processor time, the median of some runs: a process that waits its turn does not count. */
function millisOf(judge, body) {
  const runs = Array.from({ length: 9 }, () => {
    const start = process.cpuUsage();
    judge(body);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return median(runs);
}

function print(name, ms, mebibytes) {
  console.log(`${name.padEnd(22)} ${ms.toFixed(2).padStart(8)} ms ${(ms / mebibytes).toFixed(1).padStart(8)} ms/MiB`);
}
