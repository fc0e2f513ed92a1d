// The engine against JSON.parse of the same bodies, both in this process, in turn.
// Usage: node bench/engine.mjs [ROUNDS=9]
import { reviewBody } from "../dist/admission/review.js";
import { rules } from "../dist/rules/index.js";
import { createValidate } from "../dist/validate/validate.js";
import { renewals } from "./reviews.mjs";
import { row } from "./statistics.mjs";

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
