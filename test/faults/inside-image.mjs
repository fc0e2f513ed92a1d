// Runs the given command as the only process of a container. Sends a review to this process and
// stops it. Prints the results as JSON.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { setTimeout as wait } from "node:timers/promises";

const [, , command, ...args] = process.argv;
const { certificate, review } = JSON.parse(readFileSync(0, "utf8"));

/** For each directory, the error code of an attempt to create a file in it. */
const refusals = ["/", "/app", "/dev", "/tmp", "/etc/lease-guard/tls"].map((folder) => {
  try {
    writeFileSync(`${folder}/x`, "");
    return "written";
  } catch (error) {
    return error.code;
  }
});

const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
const text = { stdout: "", stderr: "" };
child.stdout.on("data", (bytes) => {
  text.stdout += bytes;
});
child.stderr.on("data", (bytes) => {
  text.stderr += bytes;
});
const exit = once(child, "exit");
const deadline = AbortSignal.timeout(20_000);
while (!text.stdout.includes('"serving"') && !deadline.aborted) await wait(20);
const user = /^Uid:.*$/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[0];
const ready = await (await fetch("http://127.0.0.1:8081/readyz")).text();
const metrics = await (await fetch("http://127.0.0.1:8080/metrics")).text();
const headers = { "content-type": "application/json" };
const sent = request("https://127.0.0.1:8443/validate?timeout=2s", {
  method: "POST",
  ca: certificate,
  headers,
  agent: false,
});
sent.end(review);
const [answer] = await once(sent, "response");
const verdict = JSON.parse((await answer.toArray()).join(""));
child.kill("SIGTERM");
const [code, signal] = await exit;
process.stdout.write(
  JSON.stringify({
    refusals,
    user,
    ready,
    hasMetrics: metrics.includes("lease_guard_build_info"),
    verdict,
    code,
    signal,
    text,
  }),
);
