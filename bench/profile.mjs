// Prints which parts of the program use the processor time of `lease-guard serve` under the load of
// server.mjs, by the samples of a profile. The server runs from the source, so that a sample shows
// its file.
// Usage: node bench/profile.mjs [SECONDS=20]. Needs wrk.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { serve } from "./contenders.mjs";
import { wrk } from "./load.mjs";
import { leaveCore0, startServer } from "./serving.mjs";
import { setStage } from "./stage.mjs";

const seconds = Number(process.argv[2] ?? 20);
const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/**
 * The parts, each with a pattern of `FILE FUNCTION`. The file is empty for native functions. The
 * first pattern that matches a sample counts. V8 counts the time in `JSON.parse` as time of
 * `decodeReview`, which calls it.
 */
const parts = [
  ["encryption and socket writes", /^ (?:writeUtf8String|writeLatin1String|writev|receive)$/],
  ["garbage collector", /^ \(garbage collector\)$/],
  ["decoding: JSON.parse, and the limits on the number of values", /decode-review\.ts /],
  ["rules and schemas", /\/src\/(?:rules|validate|schema|api|field|text|policy)\/|schemas/],
  ["AdmissionReview: context, response, warnings", /\/src\/admission\//],
  ["Express", /\/node_modules\/(?!pino|sonic-boom|prom-client)/],
  [
    "log and metrics",
    /^ writeBuffer$|^ writeString$|\/src\/server\/(?:log|metrics)\/|\/node_modules\/(?:pino|sonic-boom|prom-client)/,
  ],
  ["HTTP server of lease-guard", /\/src\/server\//],
  ["Node.js: HTTP, TLS, streams, and native code", /^node:|^ /],
];

const stage = setStage();
leaveCore0();
const command = serve(24, stage, at("../src/cli/main.ts"));
const program = command.findIndex((part) => part.endsWith("/node"));
const flags = ["--cpu-prof", "--cpu-prof-interval=250", `--cpu-prof-dir=${stage.folder}`, "--cpu-prof-name=profile"];
command.splice(program + 1, 0, ...flags, "--import", at("../scripts/typescript.mjs"));
const server = await startServer({ name: "lease-guard", command }, stage);
await wrk(stage, { path: "/validate" }, seconds);
await server.stop();

const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(join(stage.folder, "profile"), "utf8"));
const frames = new Map(nodes.map(({ id, callFrame }) => [id, `${callFrame.url} ${callFrame.functionName}`]));
const times = new Map(parts.map(([name]) => [name, 0]));
let total = 0;
for (const [index, id] of samples.entries()) {
  const frame = frames.get(id);
  if (frame === " (idle)") continue;
  const part = parts.find(([, pattern]) => pattern.test(frame))?.[0] ?? "other";
  times.set(part, (times.get(part) ?? 0) + timeDeltas[index]);
  total += timeDeltas[index];
}
for (const [name, time] of [...times].toSorted(([, a], [, b]) => b - a))
  console.log(`${((100 * time) / total).toFixed(1).padStart(5)} %  ${name}`);
