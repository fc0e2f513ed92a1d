// Prints "PASSED FAILED" for one vitest run. Reads the numbers from its JSON report and its exit
// status. A skipped test and a run without tests count as failures. Prints to standard error
// the tests that passed only in a second attempt, each with its first error.
import { readFileSync } from "node:fs";

const [, , report, status] = process.argv;

function read() {
  try {
    return JSON.parse(readFileSync(report, "utf8"));
  } catch {
    return { numPassedTests: 0, numTotalTests: 0 };
  }
}

const { numPassedTests: passed, numTotalTests: total, testResults = [] } = read();
for (const { name, assertionResults } of testResults)
  for (const { status: result, fullName, failureMessages } of assertionResults)
    if (result === "passed" && failureMessages.length > 0)
      console.error(`passed only in a second attempt: ${name} > ${fullName}\n${failureMessages[0]}`);
const ranBadly = status !== "0" || total === 0;
const failed = Math.max(total - passed, ranBadly ? 1 : 0);
console.log(`${passed} ${failed}`);
