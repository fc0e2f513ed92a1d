import { join } from "node:path";
import { afterAll } from "vitest";
import { failed, ok } from "../../src/field/result.ts";
import type { Policy } from "../../src/policy/policy.ts";
import { readPolicy } from "../../src/policy-file/read-policy.ts";
import { rules } from "../../src/rules/index.ts";
import { Metrics } from "../../src/server/metrics/metrics.ts";
import { ActivePolicy, revisionOf } from "../../src/server/policy/active-policy.ts";
import { PolicySource } from "../../src/server/policy/policy-source.ts";
import { createValidate } from "../../src/validate/validate.ts";
import { type MountedFolder, mountFolder } from "./mounted-folder.ts";
import { startServer, type TestServer } from "./running-server.ts";

/** A server that watches its policy file, with functions for tests. */
export interface Guarded {
  readonly server: TestServer;
  readonly mount: MountedFolder;
  /** Returns how often the server has compiled a valid policy. */
  readonly compiled: () => number;
}

const endings: (() => Promise<void>)[] = [];

afterAll(() => Promise.all(endings.map((end) => end())));

/**
 * Starts a server that watches its policy file in a mounted directory. Each read of the file calls
 * `now`. The policy must not use the profile `strict`.
 */
export async function guard(text: string, now: () => Date = () => new Date()): Promise<Guarded> {
  const first = readPolicy(text);
  if (!first.ok) throw new Error("the first policy must be one");
  let compiled = 0;
  const compile = (policy: Policy) => {
    compiled++;
    return policy.profile === "strict" ? failed("must not be strict") : ok({ policy, validate: createValidate(rules, policy) });
  };
  const active = { policy: first.value.policy, validate: createValidate(rules, first.value.policy) };
  const mount = mountFolder({ "policy.yaml": text });
  const file = join(mount.folder, "policy.yaml");
  const metrics = new Metrics("0.0.0");
  const policy = new ActivePolicy(active, { file, revision: revisionOf(text) }, { compile, metrics, now: () => new Date() });
  const server = await startServer(undefined, { policy, metrics });
  const source = new PolicySource(file, { ...first.value, text }, { log: server.logger, metrics, now, policy });
  endings.push(async () => {
    source.close();
    mount.remove();
    await server.stop();
  });
  return { server, mount, compiled: () => compiled };
}
