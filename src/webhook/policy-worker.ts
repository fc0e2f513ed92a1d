// The code of the thread in which `lease-guard serve` reads a changed policy. The bundle has a
// separate file for this code.
import { parentPort } from "node:worker_threads";
import { policyReading } from "./policy/policy-reading.ts";
import type { PolicyThreadData } from "./policy/policy-source.ts";

parentPort?.once("message", ({ files, now }: PolicyThreadData) => parentPort?.postMessage(policyReading(files, now)));
