// Validates the review of a file with the built library, and prints what that costs as JSON. Each review has a process of its own, so
// that no review changes the figures of the next.
import { readFileSync } from "node:fs";
import { createValidator } from "../../dist/index.js";

const [, , file = "", small = ""] = process.argv;
const validator = createValidator();
for (let round = 0; round < 100; round++) validator.review(Buffer.from(small));
const body = readFileSync(file);
const before = process.memoryUsage.rss();
const [reviewMs, { httpStatus, body: answer }] = measured(() => validator.review(body));
const mebibytes = (process.resourceUsage().maxRSS * 1024 - before) / 2 ** 20;
// A review that is rejected while it is text has no such yardstick, and JSON.parse could need more memory than there is.
const [parseMs] = measured(() => (httpStatus === 200 ? JSON.parse(body.toString()) : undefined));
process.stdout.write(JSON.stringify({ reviewMs, parseMs, mebibytes, answerBytes: Buffer.byteLength(JSON.stringify(answer)) }));

/** Milliseconds of the CPU, which other processes change less than the time. */
function measured(run) {
  const start = process.cpuUsage();
  const result = run();
  const { user, system } = process.cpuUsage(start);
  return [(user + system) / 1000, result];
}
