import { join } from "node:path";
import { afterAll } from "vitest";
import type { Policy } from "../../src/policy/policy.ts";
import { readPolicy } from "../../src/policy-file/read-policy.ts";
import { rules } from "../../src/rules/index.ts";
import { PolicySource } from "../../src/server/policy-source.ts";
import { createValidate } from "../../src/validate/validate.ts";
import { type MountedFolder, mountFolder } from "./mounted-folder.ts";
import { startServer, type TestServer } from "./running-server.ts";

/** What a test sees of such a server. */
export interface Guarded {
  readonly server: TestServer;
  readonly mount: MountedFolder;
  /** How often a policy without complaints was asked about. */
  readonly judged: () => number;
}

const endings: (() => Promise<void>)[] = [];

afterAll(() => Promise.all(endings.map((end) => end())));

/** A server by a policy from a mount that is watched; `now` is asked at each look, and the profile strict cannot be used. */
export async function guard(text: string, now: () => Date = () => new Date()): Promise<Guarded> {
  const compile = (policy: Policy) => createValidate(rules, policy);
  const first = readPolicy(text);
  if (!first.ok) throw new Error("the first policy must be one");
  let validate = compile(first.value.policy);
  const server = await startServer((served, change, context) => validate(served, change, context));
  const mount = mountFolder({ "policy.yaml": text });
  const { logger: log, metrics } = server;
  const use = (policy: Policy) => {
    validate = compile(policy);
  };
  let judged = 0;
  const fault = ({ profile }: Policy) => {
    judged++;
    return profile === "strict" ? "must not be strict" : undefined;
  };
  const source = new PolicySource(join(mount.folder, "policy.yaml"), { ...first.value, text }, { log, metrics, now, fault, use });
  endings.push(async () => {
    source.close();
    mount.remove();
    await server.stop();
  });
  return { server, mount, judged: () => judged };
}
