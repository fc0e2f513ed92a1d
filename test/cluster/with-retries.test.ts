import { expect, it } from "vitest";
import { ClusterError } from "../../src/cluster/cluster-error.ts";
import { withRetries } from "../../src/cluster/with-retries.ts";
import { runCli } from "../harness/cli.ts";
import { startHttpsApi } from "../harness/https-api.ts";

/** Sends a request that fails with these errors first. Returns the waits, and the error or "ok". */
async function retries(...errors: readonly ClusterError[]): Promise<readonly unknown[]> {
  const left = [...errors];
  const waits: number[] = [];
  const api = withRetries(
    async () => {
      const error = left.shift();
      if (error !== undefined) throw error;
      return { body: {}, date: undefined };
    },
    async (ms) => waits.push(ms),
  );
  const outcome = await api({ method: "GET", path: "/version" }).then(
    () => "ok",
    ({ message }: Error) => message,
  );
  return [...waits, outcome];
}

const error = (status: number, seconds: number): ClusterError =>
  new ClusterError(String(status), { status, retryAfterMs: seconds * 1000 });

it.each([
  ["429", [error(429, 1)], [1000, "ok"]],
  ["429 and 503", [error(429, 2), error(503, 1)], [2000, 1000, "ok"]],
  ["429 without a time", [error(429, 0)], ["429"]],
  ["429 with half a minute", [error(429, 30)], [30_000, "ok"]],
  ["429 with an hour", [error(429, 3600)], ["429"]],
  ["403 with a time", [error(403, 1)], ["403"]],
  ["no response", [new ClusterError("reset")], ["reset"]],
  ["429 ten times", Array(10).fill(error(429, 1)), [...Array(10).fill(1000), "ok"]],
  ["429 eleven times", Array(11).fill(error(429, 1)), [...Array(10).fill(1000), "429"]],
])("sends a request again after %s", async (_, errors, expected) => {
  expect(await retries(...errors)).toEqual(expected);
});

it.each([["audit"], ["doctor"], ["learn", "--watch", "1s"]])("%s waits for a busy API server", async (...args) => {
  const { requests, kubeconfig } = await startHttpsApi({ busy: 1 });
  const { stderr } = await runCli([...args, "--kubeconfig", kubeconfig({ name: "a", token: "token-of-a" })]);
  // The port of the API server can contain these digits.
  expect(stderr).not.toMatch(/\b429\b/);
  const paths = requests.map(({ path }) => path);
  expect(paths.slice(1)).toContain(paths[0]);
});
