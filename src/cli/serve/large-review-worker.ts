// The code of the thread in which `lease-guard serve` validates large reviews. The bundle has a
// separate file for this code.
import { parentPort } from "node:worker_threads";
import { rules } from "../../rules/index.ts";
import { answerLargeReviews } from "../../server/large/large-review-worker.ts";
import { createValidate } from "../../validate/validate.ts";

if (parentPort !== null) answerLargeReviews(parentPort, (policy) => createValidate(rules, policy));
