// The code of the thread in which `lease-guard serve` validates large reviews. The bundle has a
// separate file for this code.
import { parentPort } from "node:worker_threads";
import { answerLargeReviews } from "./large/large-review-worker.ts";
import { webhookValidate } from "./webhook-validate.ts";

if (parentPort !== null) answerLargeReviews(parentPort, webhookValidate);
