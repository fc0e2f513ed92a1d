import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { goProgram } from "./peers.mjs";

const run = promisify(execFile);
const url = ({ port }, path) => `https://127.0.0.1:${port}${path}?timeout=10s`;

/**
 * Runs `bench/loadgen` and returns its results: count, failed, failure, and perSecond, and the
 * latencies p50, p90, p99, p999, and max in milliseconds.
 */
export async function loadgen(stage, { path }, flags) {
  const args = ["-url", url(stage, path), "-bodies", stage.bodies(), ...flags];
  // The second thread runs the goroutine that sleeps until the next request is due.
  const { stdout } = await run(goProgram("loadgen"), args, { env: { ...process.env, GOMAXPROCS: "2" } });
  return JSON.parse(stdout);
}

/**
 * Runs wrk with sixteen connections for `seconds` seconds. Each connection sends one request after
 * another. Throws if a request fails. wrk uses less than half a core.
 */
export async function wrk(stage, { path }, seconds) {
  const script = join(stage.folder, "post.lua");
  writeFileSync(script, lua(stage.bodies()));
  const { stdout } = await run("wrk", ["-t1", "-c16", `-d${seconds}s`, "-s", script, url(stage, path)]);
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout);
  return {
    requests: Number(/(\d+) requests in/.exec(stdout)[1]),
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)[1]),
  };
}

const lua = (bodies) => `wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
local requests, i = {}, 0
function init()
  for line in io.lines("${bodies}") do requests[#requests + 1] = wrk.format(nil, nil, nil, line .. "\\n") end
end
function request() i = i % #requests + 1; return requests[i] end
`;
