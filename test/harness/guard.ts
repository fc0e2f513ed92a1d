import { join } from "node:path";
import { afterAll } from "vitest";
import { failed, ok } from "../../src/core/field/result.ts";
import { createValidate } from "../../src/engine/validate/validate.ts";
import { revisionOf } from "../../src/policy/file/policy-revision.ts";
import { readPolicy } from "../../src/policy/file/read-policy.ts";
import { readPolicyDirectory, readPolicyFile } from "../../src/policy/file/read-policy-files.ts";
import type { Policy } from "../../src/policy/policy.ts";
import { rules } from "../../src/rules/index.ts";
import { Metrics } from "../../src/webhook/metrics/metrics.ts";
import { ActivePolicy } from "../../src/webhook/policy/active-policy.ts";
import { policyReading, readingOf } from "../../src/webhook/policy/policy-reading.ts";
import { PolicySource } from "../../src/webhook/policy/policy-source.ts";
import { type Contents, type MountedFolder, mountFolder } from "./mounted-folder.ts";
import { startServer, type TestServer } from "./running-server.ts";

/** A server that watches its policy file, with functions for tests. */
export interface Guarded {
  readonly server: TestServer;
  readonly mount: MountedFolder;
  /** Returns the number of times that the server has compiled a valid policy. */
  readonly compiled: () => number;
}

const endings: (() => Promise<void>)[] = [];

afterAll(() => Promise.all(endings.map((end) => end())));

/**
 * Starts a server that watches its policy file in a mounted directory. If `contents` maps file
 * names to contents, the server watches the whole directory. Each read calls `now`. The server
 * rejects every later policy with the profile `strict`.
 */
export async function guard(contents: string | Contents, now: () => Date = () => new Date()): Promise<Guarded> {
  const mount = mountFolder(typeof contents === "string" ? { "policy.yaml": contents } : contents);
  const path = typeof contents === "string" ? join(mount.folder, "policy.yaml") : mount.folder;
  const files = await (typeof contents === "string" ? readPolicyFile(path) : readPolicyDirectory(path));
  const first = files.ok ? readPolicy(files.value) : files;
  if (!first.ok || !files.ok) throw new Error("the first policy must be one");
  let compiled = 0;
  const compile = (policy: Policy) => {
    compiled++;
    return policy.profile === "strict"
      ? failed("must not be strict")
      : ok({ policy, validate: createValidate(rules, policy) });
  };
  const active = { policy: first.value.policy, validate: createValidate(rules, first.value.policy) };
  const metrics = new Metrics("0.0.0");
  const source = { file: path, revision: revisionOf(files.value) };
  const policy = new ActivePolicy(active, source, { compile, metrics, now: () => new Date() });
  const server = await startServer(undefined, { policy, metrics });
  const watch = new PolicySource(path, readingOf(first.value, now()), {
    log: server.logger,
    metrics,
    now,
    policy,
    read: async (data) => policyReading(data.files, data.now),
  });
  endings.push(async () => {
    watch.close();
    mount.remove();
    await server.stop();
  });
  return { server, mount, compiled: () => compiled };
}
