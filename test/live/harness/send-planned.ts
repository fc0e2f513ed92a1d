import { withDecodableTimes } from "../../../src/engine/validate/decodable-times.ts";
import type { Validate } from "../../../src/engine/validate/validate.ts";
import type { Draft } from "../../harness/objects.ts";
import { emergencyWriter } from "./impersonation.ts";
import { compareWrite, type LiveResult, livePath, submitted } from "./live-write.ts";
import { fitsHeader, type NoResult, noResult, rejectionOf } from "./no-result.ts";
import type { PlannedWrite } from "./row-writes.ts";
import type { World } from "./world.ts";

/**
 * A time in milliseconds that is longer than the time before and after a request in which the
 * decision must not change.
 */
const besideMs = 3000;

/** The maximum number of requests for one result. */
const attempts = 5;

/**
 * Sends a planned write. If the decision changes in this second, sends the write as if it were some
 * seconds earlier, and as if it were some seconds later.
 */
export async function sendPlanned(
  world: World,
  validate: Validate,
  planned: PlannedWrite,
): Promise<readonly (LiveResult | NoResult)[]> {
  const result = await sendMoved(world, validate, planned, 0);
  if (result !== noResult.second) return [result];
  return [await sendMoved(world, validate, planned, -besideMs), await sendMoved(world, validate, planned, besideMs)];
}

/**
 * Sends a planned write whose times are moved. Sends the write again if kube-apiserver, which
 * renews some Leases itself, reports a conflict. On a busy machine, the request can take so long
 * that the decision changes in this second again. The next request is then further away from this
 * second.
 */
async function sendMoved(
  world: World,
  validate: Validate,
  planned: PlannedWrite,
  ms: number,
): Promise<LiveResult | NoResult> {
  let result: LiveResult | NoResult = noResult.conflict;
  for (
    let count = 1;
    count <= attempts && (result === noResult.conflict || (ms !== 0 && result === noResult.second));
    count += 1
  )
    result = await sendOnce(world, validate, planned, new Date(Date.now() + count * ms));
  return result;
}

/**
 * Sends a planned write. Before an update or a delete, the `emergencyWriter` creates the old
 * object, because the policies can deny this object, too. After the write, the `emergencyWriter`
 * deletes the object.
 */
async function sendOnce(
  world: World,
  validate: Validate,
  { at }: PlannedWrite,
  now: Date,
): Promise<LiveResult | NoResult> {
  const { api } = world;
  const { served, change, user } = at(now);
  if (!fitsHeader(user.username)) return noResult.user;
  const object = change.operation === "CREATE" ? change.object : change.oldObject;
  const path = livePath(served, object);
  try {
    if (change.operation === "CREATE") return await compareWrite(world, validate, { served, change, user });
    const created = await api.call("POST", `${livePath(served, object, true)}?fieldManager=earlier`, {
      body: submitted(object),
      writer: emergencyWriter,
    });
    if (created.status !== 201) return rejectionOf(created, { served, change: { operation: "CREATE", object } });
    return await compareWrite(world, validate, {
      served,
      change: { ...change, oldObject: created.body as unknown as Draft },
      user,
    });
  } finally {
    const { body } = await api.call("DELETE", path, { writer: emergencyWriter });
    // A patch fails for an object with a time in the year 10000, which kube-apiserver stores.
    const { finalizers, ...metadata } = body.metadata ?? {};
    if (finalizers)
      await api.call("PUT", path, { body: { ...withDecodableTimes(body), metadata }, writer: emergencyWriter });
  }
}
