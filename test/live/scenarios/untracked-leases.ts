import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { trackCommand } from "../../../src/core/text/shell-quote.ts";
import type { Answer, Body, Writer } from "../harness/api.ts";
import { electorsGroup } from "../harness/impersonation.ts";
import { fromNow, type LeaseSpec, takenNow } from "../harness/lease-spec.ts";
import { expectStatus } from "../harness/world.ts";
import type { Exported } from "./exported-policies.ts";

const writer: Writer = { username: "system:serviceaccount:team-b:other", groups: [electorsGroup] };
const denial = /\(lease\/holder-kept-until-expiry\)$/;
const warning = /metadata\.managedFields: must not be empty .* \(lease-guard\)$/;

/** Returns the spec of a takeover whose clock is ahead by `seconds`. */
function taken(holder: string, seconds: number, duration = 600): LeaseSpec {
  const time = fromNow(seconds);
  return { ...takenNow(holder, duration, 1), acquireTime: time, renewTime: time };
}

/** The ways in which a held Lease gets no managedFields. Each takes the name of a new Lease. */
interface Way {
  readonly name: string;
  readonly create: object;
  /** The managedFields of an update after the creation. By default, there is no such update. */
  readonly reset?: readonly object[];
  /** True if the update with `reset` also renews the Lease. */
  readonly renews?: true;
}

const held = { spec: takenNow("holder", 600) };
const ways: readonly Way[] = [
  { name: "born without a spec", create: {} },
  { name: "born with an empty spec", create: { spec: {} } },
  { name: "reset by an update with an empty list", create: held, reset: [] },
  { name: "reset by an update with an empty entry", create: held, reset: [{}] },
  { name: "reset by a plain renewal", create: held, reset: [{}], renews: true },
];

/**
 * Tests the policies with held Leases for which kube-apiserver does not track managedFields. The
 * policies then use the renewTime of the writer as the clock.
 */
export function untrackedLeases(exported: () => Exported): void {
  const collection = "/apis/coordination.k8s.io/v1/namespaces/team-b/leases";
  let count = 0;

  describe.each(ways)("a held Lease without managedFields, $name", ({ create, reset, renews }) => {
    let name: string;
    let current: Body;
    const call = (...args: Parameters<Exported["world"]["api"]["call"]>): Promise<Answer> =>
      exported().world.api.call(...args);
    const path = (): string => `${collection}/${name}`;
    const put = async (spec: object, metadata: object = {}): Promise<Answer> => {
      const body = { ...current, metadata: { ...current.metadata, ...metadata }, spec: { ...current.spec, ...spec } };
      const answer = await call("PUT", `${path()}?fieldManager=writer`, { body, writer });
      if (answer.status === 200) current = answer.body;
      return answer;
    };

    beforeEach(async () => {
      count += 1;
      name = `untracked-${count}`;
      current = expectStatus(
        201,
        await call("POST", `${collection}?fieldManager=kubectl-create`, { body: { metadata: { name }, ...create } }),
      ).body;
      expectStatus(
        200,
        await put(
          reset ? (renews ? { renewTime: takenNow("", 0).renewTime } : {}) : held.spec,
          reset && { managedFields: reset },
        ),
      );
      expectStatus(200, await put({ renewTime: takenNow("", 0).renewTime }));
      expect(current).toMatchObject({
        spec: { holderIdentity: "holder" },
        metadata: expect.not.objectContaining({ managedFields: expect.anything() }),
      });
    });

    it("is not taken over before its term expires", async () => {
      expect(await put(takenNow("other", 600, 1))).toMatchObject({
        status: 403,
        body: { message: expect.stringMatching(denial) },
      });
      // A clock that is slower than the clock of the holder by less than the allowance.
      expect(await put(taken("other", -4))).toMatchObject({ status: 403 });
      expect(await put({ ...takenNow("holder", 600), holderIdentity: "other" })).toMatchObject({ status: 403 });
      expect((await call("GET", path())).body.spec).toMatchObject({ holderIdentity: "holder" });
    });

    it("is taken over when its term has expired by the clock of the writer", async () => {
      expectStatus(200, await put(taken("other", 601)));
      expect(current.spec).toMatchObject({ holderIdentity: "other" });
    });

    it("is renewed and released by its holder without a denial", async () => {
      expectStatus(200, await put({ renewTime: takenNow("", 0).renewTime }));
      expectStatus(200, await put({ ...takenNow("", 1), holderIdentity: "" }));
    });

    it("causes a warning with each write that is no plain renewal", async () => {
      expect((await put({ renewTime: takenNow("", 0).renewTime })).warnings).toEqual([]);
      for (const write of [() => put({}, { labels: { a: "b" } }), () => put(taken("other", 601))]) {
        const { warnings } = expectStatus(200, await write());
        expect(warnings.filter((text) => warning.test(text))).toHaveLength(1);
      }
    });

    it("is tracked again after the command in the warning, which changes no field", async () => {
      const command = trackCommand({ namespace: "team-b", name });
      const env = { ...process.env, KUBECONFIG: join(exported().world.folder, "kubeconfig.json") };
      expect(execFileSync("sh", ["-c", command], { env, encoding: "utf8" })).toBe(
        `lease.coordination.k8s.io/${name} serverside-applied\n`,
      );
      const before = current.spec;
      current = (await call("GET", path())).body;
      expect(current).toMatchObject({
        spec: before,
        metadata: { managedFields: [expect.objectContaining({ operation: "Update" })] },
      });
      // The clock of kube-apiserver counts again, and not the clock of the writer.
      expect(await put(taken("other", 601))).toMatchObject({
        status: 403,
        body: { message: expect.stringMatching(denial) },
      });
      expect((await put({}, { labels: { a: "b" } })).warnings.filter((text) => warning.test(text))).toEqual([]);
    });
  });
}
