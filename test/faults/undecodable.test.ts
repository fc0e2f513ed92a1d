import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { byPod } from "../harness/by-pod.ts";
import { type Served, serveCli } from "../harness/cli.ts";
import { post } from "../harness/post-review.ts";
import { reviewOf, rowOf, tweaked } from "../harness/reviews.ts";
import { asImage } from "./as-image.ts";
import { loggedPort, samplesOf, terminate } from "./served.ts";

const lease = rowOf("v1", "Lease");
const [holder, rival] = ["controller-1", "rival-0"];

const policy = {
  apiVersion: "lease-guard.dev/v1alpha1",
  kind: "Policy",
  profile: "strict",
  rules: {
    "metadata/deleter-allowed": { parameters: { users: ["system:serviceaccount:kube-system:*"] }, mode: "deny" },
  },
};

const folder = mkdtempSync(join(tmpdir(), "lease-guard-undecodable-"));
let served: Served;
beforeAll(async () => {
  const file = join(folder, "policy.yaml");
  writeFileSync(file, JSON.stringify(policy));
  served = await serveCli(["--policy", file], asImage());
});
afterAll(() => {
  served?.child.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

const secondsAgo = (seconds: number): string =>
  new Date(Date.now() - seconds * 1000).toISOString().replace("Z", "000Z");

/**
 * Returns a Lease that a client holds. By default, the client renewed the Lease two seconds ago.
 */
const heldBy = (holderIdentity: string, time?: string, renewedSecondsAgo = 2, leaseTransitions = 1): object =>
  tweaked(lease, ({ metadata, spec }) => {
    const renewTime = secondsAgo(renewedSecondsAgo);
    Object.assign(spec, {
      holderIdentity,
      leaseTransitions,
      renewTime,
      acquireTime: renewTime,
      strategy: null,
      preferredHolder: null,
    });
    Object.assign(metadata, {
      finalizers: null,
      managedFields: [{ manager: "a", operation: "Update", ...(time !== undefined && { time }) }],
    });
  });

/** Sends a review of a write by a pod. Returns the rules that deny the write. */
async function deniedBy(pod: string, change: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
  const { response } = await post(served, reviewOf(lease, { userInfo: byPod(pod), ...change }));
  return (response.status?.details.causes ?? []).map(({ message }) => /\(([a-z/-]+)\)$/.exec(message)?.[1] ?? message);
}

/**
 * The `time` of an entry in managedFields: forms that kube-apiserver sends for times that clients
 * set, and forms that no server sends.
 */
const sent = [
  "10000-01-01T00:59:59Z",
  "-0001-12-31T23:00:00Z",
  "292277026596-12-04T15:30:07Z",
  "-32873-11-12T23:23:44Z",
];
const unknown = ["yesterday", "2026-02-30T00:00:00Z"];

describe.each([...sent, ...unknown])("after a client has set the time %s in managedFields", (time) => {
  const theft = () => ({ object: heldBy(rival, undefined, 0, 2), oldObject: heldBy(holder, time) });

  it("a theft is denied", async () => {
    expect(await deniedBy(rival, theft())).toEqual(["lease/holder-kept-until-expiry"]);
  });

  it("a takeover of an expired lease is allowed", async () => {
    expect(
      await deniedBy("controller-2", {
        object: heldBy("controller-2", undefined, 0, 2),
        oldObject: heldBy(holder, time, 60),
      }),
    ).toEqual([]);
  });

  it("a renewal by the holder is allowed", async () => {
    expect(await deniedBy(holder, { object: heldBy(holder), oldObject: heldBy(holder, time, 4) })).toEqual([]);
  });

  it("a deletion by another client is denied", async () => {
    const denied = await deniedBy(rival, { operation: "DELETE", object: null, oldObject: heldBy(holder, time) });
    expect(denied).toContain("metadata/deleter-allowed");
    expect(denied.includes("lease/term-kept-while-undecoded")).toBe(unknown.includes(time));
  });
});

/** Returns the review of a write by a pod, with these bytes as the only key of each fieldsV1. */
function withBytes(pod: string, change: Readonly<Record<string, unknown>>, key: string): Uint8Array {
  const text = JSON.stringify(JSON.parse(Buffer.from(reviewOf(lease, { userInfo: byPod(pod), ...change })).toString()));
  return Buffer.from(
    text.replaceAll('"manager":"a"', `"manager":"a","fieldsType":"FieldsV1","fieldsV1":{"${key}":{}}`),
    "latin1",
  );
}

/**
 * Names of fields that kube-apiserver stores and sends as they are, although they are not UTF-8.
 */
describe.each(["f:\xff", "f:\\n\xff", "f:\xed\xa0\x80", "f:\xe2\x82"])(
  "after a client has stored the bytes %j in fieldsV1",
  (key) => {
    it("a theft is denied, and a renewal and a release by the holder are allowed", async () => {
      const oldObject = heldBy(holder, undefined, 4);
      const statusOf = async (pod: string, change: object): Promise<unknown> => {
        const { response } = await post(served, withBytes(pod, { oldObject, ...change }, key));
        return response.status?.code ?? response.allowed;
      };
      expect(await statusOf(rival, { object: heldBy(rival, undefined, 0, 2) })).toBe(403);
      expect(await statusOf(rival, { operation: "DELETE", object: null })).toBe(403);
      expect(await statusOf(holder, { object: heldBy(holder) })).toBe(true);
      expect(await statusOf(holder, { object: heldBy("", undefined, 0) })).toBe(true);
    });
  },
);

it("the server counts and logs the writes of objects that do not decode, and only these", async () => {
  const metrics = await loggedPort(served, "metrics");
  const before = (await samplesOf(metrics)).get("undecoded_old_objects_total") ?? 0;
  for (const time of [...sent, ...unknown])
    await deniedBy(rival, { object: heldBy(rival, undefined, 0), oldObject: heldBy(holder, time) });
  // The server renders the metrics at most once a second.
  await vi.waitFor(
    async () => expect((await samplesOf(metrics)).get("undecoded_old_objects_total")).toBe(before + unknown.length),
    5_000,
  );
  const ended = await terminate(served);
  expect(ended).toMatchObject({ code: 0, signal: null });
  expect(ended.stdout).toContain('"undecoded":["metadata.managedFields"]');
  expect(ended.stdout).not.toContain("yesterday");
});
