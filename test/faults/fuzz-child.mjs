// Validates the review in a file with the built library, and prints its costs as JSON. Each review
// needs a new process, so that no review changes the costs of the next one. The costs of a small
// review are the means of several calls, after as many calls for the warm-up.
import { readFileSync } from "node:fs";
import { createValidator } from "../../dist/index.js";

const [, , file = "", options = "", warmUp = "", calls = ""] = process.argv;
const repeated = Number(calls);
const validator = createValidator(JSON.parse(options));
for (let round = 0; round < 100; round++) validator.review(Buffer.from(warmUp));
const body = readFileSync(file);
if (repeated > 1) measured(() => validator.review(body));
const before = process.memoryUsage.rss();
const [reviewMs, { httpStatus, body: answer }] = measured(() => validator.review(body));
const mebibytes = (process.resourceUsage().maxRSS * 1024 - before) / 2 ** 20;
// The costs are compared with JSON.parse only if the review was accepted. For a rejected review,
// JSON.parse could need more memory than the process may use.
const [parseMs] = measured(() => (httpStatus === 200 ? JSON.parse(body.toString()) : undefined));
process.stdout.write(JSON.stringify({ reviewMs, parseMs, mebibytes, answerBytes: Buffer.byteLength(JSON.stringify(answer)) }));

/**
 * Returns the mean CPU time of a call of `run` in milliseconds, and its result. Other processes
 * change CPU time less than elapsed time.
 */
function measured(run) {
  const start = process.cpuUsage();
  let result;
  for (let call = 0; call < repeated; call++) result = run();
  const { user, system } = process.cpuUsage(start);
  return [(user + system) / 1000 / repeated, result];
}
