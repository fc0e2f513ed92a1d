import { describe, expect, it } from "vitest";
import { readAuditEvent, requestOf } from "../../src/recording/audit-event.ts";
import { auditLogReader } from "../../src/recording/audit-log.ts";
import type { ObservedWrite } from "../../src/recording/observed-write.ts";

const lease = (resourceVersion: string, holderIdentity: string) => ({
  apiVersion: "coordination.k8s.io/v1",
  kind: "Lease",
  metadata: { namespace: "team-a", name: "controller", resourceVersion },
  spec: { holderIdentity, leaseDurationSeconds: 15 },
});

const event = (verb: string, level: string, more: object) => ({
  kind: "Event",
  apiVersion: "audit.k8s.io/v1",
  level,
  stage: "ResponseComplete",
  verb,
  requestURI: "/apis/coordination.k8s.io/v1/namespaces/team-a/leases/controller",
  user: { username: "jane", groups: ["system:authenticated"] },
  objectRef: {
    resource: "leases",
    namespace: "team-a",
    name: "controller",
    apiGroup: "coordination.k8s.io",
    apiVersion: "v1",
  },
  responseStatus: { code: 200 },
  requestReceivedTimestamp: "2026-07-01T08:00:00.000000Z",
  ...more,
});

const full = (verb: string, requestObject: object, responseObject: object, more: object = {}) =>
  event(verb, "RequestResponse", { requestObject, responseObject, ...more });

const created = full("create", lease("", "a"), lease("1", "a"), { responseStatus: { code: 201 } });
const patched = full("patch", { spec: { holderIdentity: "b" } }, lease("2", "b"));
const deleted = event("delete", "RequestResponse", { responseObject: { kind: "Status", apiVersion: "v1" } });

/**
 * Returns the writes of a log as strings: the operation, the user, the holders before and after the
 * write, and whether the write is complete.
 */
function read(events: readonly object[]): readonly string[] {
  const toWrite = auditLogReader();
  return events.flatMap((each) => {
    const audited = readAuditEvent(each);
    if (!audited.ok) return [audited.error];
    return audited.value === undefined ? [] : [textOf(toWrite(audited.value))];
  });
}

function textOf({ operation, user, object, oldObject, submission }: ObservedWrite): string {
  const [before, after] = [oldObject, object].map(
    (each) => (each?.spec as { holderIdentity?: string } | undefined)?.holderIdentity ?? "-",
  );
  return `${operation} by ${user?.username}: ${before} ${after} ${submission === undefined ? "partial" : "complete"}`;
}

describe("an audit log", () => {
  it.each<readonly [string, readonly object[], readonly string[]]>([
    [
      "shows the object before a write in the previous event",
      [created, patched, deleted],
      ["CREATE by jane: - a complete", "UPDATE by jane: a b complete", "DELETE by jane: b - complete"],
    ],
    [
      "does not show the object before the first update",
      [patched, deleted],
      ["UPDATE by jane: - b partial", "DELETE by jane: b - complete"],
    ],
    [
      "does not show the object if an update is based on another version",
      [created, full("update", lease("7", "b"), lease("8", "b"))],
      ["CREATE by jane: - a complete", "UPDATE by jane: - b partial"],
    ],
    [
      "shows no object of a patch in level Request",
      [
        event("create", "Request", { requestObject: lease("", "a") }),
        event("patch", "Request", { requestObject: { spec: {} } }),
        deleted,
      ],
      ["CREATE by jane: - a complete", "UPDATE by jane: - - partial", "DELETE by jane: - - partial"],
    ],
    ["shows only users in level Metadata", [event("update", "Metadata", {})], ["UPDATE by jane: - - partial"]],
    [
      "shows the impersonated user",
      [event("update", "Metadata", { impersonatedUser: { username: "joe" } })],
      ["UPDATE by joe: - - partial"],
    ],
    [
      "shows a create by server-side apply",
      [full("patch", {}, lease("1", "a"), { responseStatus: { code: 201 } })],
      ["CREATE by jane: - a complete"],
    ],
    [
      "does not store a dry run",
      [created, full("patch", {}, lease("1", "x"), { requestURI: "/x?dryRun=All" }), patched],
      ["CREATE by jane: - a complete", "UPDATE by jane: a x complete", "UPDATE by jane: a b complete"],
    ],
    [
      "does not store a dry run of a delete, which can be in its options",
      [
        created,
        { ...deleted, requestObject: { kind: "DeleteOptions", apiVersion: "v1", dryRun: ["All"] } },
        { ...deleted, requestURI: "/x?dryRun=All" },
        patched,
      ],
      [
        "CREATE by jane: - a complete",
        "DELETE by jane: a - complete",
        "DELETE by jane: a - complete",
        "UPDATE by jane: a b complete",
      ],
    ],
    [
      "stores a write whose object has a field dryRun",
      [created, full("update", { ...lease("1", "b"), dryRun: ["All"] }, lease("2", "b")), deleted],
      ["CREATE by jane: - a complete", "UPDATE by jane: a b complete", "DELETE by jane: b - complete"],
    ],
    [
      "contains other events",
      [
        event("get", "Metadata", {}),
        event("update", "Metadata", { responseStatus: { code: 409 } }),
        event("update", "Metadata", { stage: "RequestReceived" }),
        event("update", "Metadata", { objectRef: { resource: "pods", apiVersion: "v1" } }),
        {},
      ],
      [],
    ],
    [
      "needs times",
      [event("update", "Metadata", { requestReceivedTimestamp: "yesterday" })],
      ["must have the time requestReceivedTimestamp"],
    ],
  ])("%s", (_, events, expected) => expect(read(events)).toEqual(expected));
});

describe("a request for Leases", () => {
  const extra = { "authentication.kubernetes.io/pod-uid": ["u1"] };
  const user = { username: "system:serviceaccount:team-a:web", extra };
  const end = new Date("2026-07-01T08:07:00Z");
  const stage = (name: string) => ({ stage: `Response${name}`, stageTimestamp: end.toISOString() });
  const refused = { responseStatus: { code: 409 } };
  const several = { objectRef: { resource: "leases", apiGroup: "coordination.k8s.io", apiVersion: "v1" } };

  it.each([
    ["a read", event("get", "Metadata", { user }), { verb: "get", isAccepted: true, podUid: "u1" }],
    ["a denied write", event("update", "Metadata", { user, ...refused }), { verb: "update", isAccepted: false }],
    ["a client without a pod", event("get", "Metadata", {}), { username: "jane", podUid: undefined }],
    ["a list", event("list", "Metadata", several), { verb: "list", namespace: "", name: "" }],
    ["a watch that begins", event("watch", "Metadata", { ...several, ...stage("Started") }), { verb: "watch" }],
    [
      "a watch that ends",
      event("watch", "Metadata", { ...several, ...stage("Complete") }),
      { verb: "watch", time: end },
    ],
    ["a read that is not complete", event("get", "Metadata", stage("Started")), undefined],
    ["a request that begins", event("get", "Metadata", { stage: "RequestReceived" }), undefined],
    ["an event without a time", event("get", "Metadata", { requestReceivedTimestamp: "" }), undefined],
    ["a dry run", event("update", "Metadata", { requestURI: "/x?dryRun=All" }), { dryRun: true, isAccepted: true }],
    [
      "a request for LeaseCandidates",
      event("get", "Metadata", {
        objectRef: { ...several.objectRef, resource: "leasecandidates", apiVersion: "v1beta1" },
      }),
      undefined,
    ],
  ])("%s", (_, each, expected) => {
    const request = requestOf(each);
    if (expected === undefined) expect(request).toBeUndefined();
    else expect(request).toMatchObject(expected);
  });
});

describe("a request for another resource", () => {
  const username = "system:serviceaccount:team-a:web";
  const extra = { "authentication.kubernetes.io/pod-name": ["web-0"] };
  const widget = {
    resource: "widgets",
    apiGroup: "example.com",
    subresource: "status",
    namespace: "team-a",
    name: "w",
  };
  const more = { objectRef: widget, user: { username, extra }, responseStatus: { code: 409 } };

  it.each<readonly [string, object, object | undefined]>([
    [
      "of a service account",
      event("patch", "Metadata", more),
      { verb: "patch", resource: "widgets.example.com/status", status: 409, isAccepted: false, username, pod: "web-0" },
    ],
    [
      "of the core group",
      event("create", "Metadata", { ...more, objectRef: { resource: "secrets", namespace: "team-a" } }),
      { resource: "secrets", name: "" },
    ],
    [
      "of an impersonated service account",
      event("patch", "Metadata", { ...more, user: { username: "jane" }, impersonatedUser: { username, extra } }),
      { username, pod: "web-0" },
    ],
    ["without a status", event("patch", "Metadata", { ...more, responseStatus: {} }), { status: 0, isAccepted: false }],
    ["of another user", event("patch", "Metadata", { ...more, user: { username: "jane" } }), undefined],
    [
      "of a user who impersonates a person",
      event("patch", "Metadata", { ...more, impersonatedUser: { username: "jane" } }),
      undefined,
    ],
  ])("%s", (_, each, expected) => {
    const request = requestOf(each);
    if (expected === undefined) expect(request).toBeUndefined();
    else expect(request).toMatchObject(expected);
  });
});
