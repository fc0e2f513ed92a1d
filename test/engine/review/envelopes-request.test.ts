import { describe, expect, it } from "vitest";
import {
  type Answer,
  allowed,
  answerTo,
  type Fields,
  invalid,
  operations,
  refused,
  response,
  review,
} from "../../harness/envelopes.ts";
import { validObject } from "../../harness/objects.ts";
import { rowOf, tweaked } from "../../harness/reviews.ts";

const lease = rowOf("v1", "Lease");
const candidate = rowOf("v1beta1", "LeaseCandidate");
const uid = "705ab4f5-6393-11e8-b7cc-42010a800002";

const pods = { group: "", version: "v1", kind: "Pod" };
const warned = (what: string): Answer =>
  response({
    allowed: true,
    warnings: [`lease-guard does not validate ${what}: remove it from the rules of the ValidatingWebhookConfiguration`],
  });

describe("the written object", () => {
  it.each<readonly [string, Fields, string]>([
    ["a Pod", { kind: pods }, "Pod"],
    ["a kind without a name", { kind: { group: "", version: "", kind: "" } }, "an object without a kind"],
    ["a Lease of a version to come", { kind: { ...lease.gvk, version: "v2" } }, "Lease.v2.coordination.k8s.io"],
    ["a LeaseCandidate v1", { kind: { ...candidate.gvk, version: "v1" } }, "LeaseCandidate.v1.coordination.k8s.io"],
    ["a list of Leases", { kind: { ...lease.gvk, kind: "LeaseList" } }, "LeaseList.v1.coordination.k8s.io"],
    ["a Lease in lower case", { kind: { ...lease.gvk, kind: "lease" } }, "lease.v1.coordination.k8s.io"],
    ["a Lease of another group", { kind: { ...lease.gvk, group: "coordination" } }, "Lease.v1.coordination"],
    [
      "a constructor of its prototype",
      { kind: { group: "__proto__", version: "constructor", kind: "valueOf" } },
      "valueOf.constructor.__proto__",
    ],
    ["with a line break in its kind", { kind: { ...pods, kind: "a\nb\u001b[31m" } }, "a b [31m"],
    ["the status of a Lease", { subResource: "status" }, "leases/status"],
    ["the scale of a Lease", { subResource: "scale" }, "leases/scale"],
    [
      "a subresource of a Pod, on CONNECT",
      {
        kind: pods,
        operation: "CONNECT",
        resource: { group: "", version: "v1", resource: "pods" },
        subResource: "exec",
      },
      "pods/exec",
    ],
    ["a subresource of dots", { subResource: "../x" }, "leases/../x"],
    ["a Pod without any object", { kind: pods, object: null, oldObject: null }, "Pod"],
    ["a Pod that is no Lease", { kind: pods, object: { spec: 7 } }, "Pod"],
  ])("%s is allowed with a warning", (_name, request, what) => {
    expect(answerTo(review({}, request))).toEqual(warned(what));
  });

  it.each<readonly [string, Fields]>([
    ["an empty subresource", { subResource: "" }],
    ["a subresource null", { subResource: null }],
    ["another resource than its kind's", { resource: { group: "", version: "v1", resource: "pods" } }],
    [
      "another kind as requested",
      { requestKind: pods, requestResource: { group: "", version: "v1", resource: "pods" }, requestSubResource: "x" },
    ],
    ["requestKind of a wrong type", { requestKind: 7, requestResource: [], requestSubResource: {} }],
    ["a name that is not its object's", { name: "other", namespace: "elsewhere" }],
    ["options of anything", { options: [{ kind: 7 }] }],
    ["no user", { userInfo: undefined }],
    ["a user of nulls", { userInfo: { username: null, groups: [null], uid: 7, extra: { a: 1 } } }],
    ["dryRun true", { dryRun: true }],
    ["dryRun null", { dryRun: null }],
    ["dryRun absent", { dryRun: undefined }],
  ])("a Lease with %s is validated like any other", (_name, request) => {
    expect(answerTo(review({}, request))).toEqual(allowed);
    const bad = tweaked(lease, ({ spec }) => Object.assign(spec, { leaseTransitions: -1 }));
    const [status, body] = answerTo(review({}, { ...request, object: bad }));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      response: {
        uid,
        allowed: false,
        status: { code: 422, details: { causes: [{ field: "spec.leaseTransitions" }] } },
      },
    });
  });

  const wanted = (field: string, type: string): string => invalid(`request.${field}: Invalid value: must be ${type}`);

  it.each<readonly [string, Fields, string]>([
    ["kind absent", { kind: undefined }, invalid("request.kind: Required value")],
    ["kind null", { kind: null }, wanted("kind", "an object")],
    ["kind.kind a list", { kind: { ...lease.gvk, kind: ["Lease"] } }, wanted("kind.kind", "a string")],
    ["kind.group null", { kind: { ...lease.gvk, group: null } }, wanted("kind.group", "a string")],
    ["kind.version absent", { kind: { group: "", kind: "Lease" } }, invalid("request.kind.version: Required value")],
    ["resource null", { resource: null }, wanted("resource", "an object")],
    ["resource a text", { resource: "leases" }, wanted("resource", "an object")],
    [
      "resource.resource absent",
      { resource: { group: "", version: "v1" } },
      invalid("request.resource.resource: Required value"),
    ],
    ["subResource a list", { subResource: [] }, wanted("subResource", "a string")],
    ["name an object", { name: {} }, wanted("name", "a string")],
    ["namespace a number", { namespace: 1 }, wanted("namespace", "a string")],
    ["userInfo a list", { userInfo: [] }, wanted("userInfo", "an object")],
    ["a username that is a number", { userInfo: { username: 1 } }, wanted("userInfo.username", "a string")],
    ["groups of an object", { userInfo: { groups: {} } }, wanted("userInfo.groups", "a list")],
    ["dryRun 0", { dryRun: 0 }, wanted("dryRun", "true or false")],
    ["object true", { object: true }, wanted("object", "an object")],
    ["object in base64", { object: "e30=" }, wanted("object", "an object")],
    ["oldObject a list", { oldObject: [{}] }, wanted("oldObject", "an object")],
    ...["PATCH", "create", "", "*", "UPDATE ", "__proto__"].map((operation): readonly [string, Fields, string] => [
      `operation '${operation}'`,
      { operation },
      invalid(operations),
    ]),
    ["operation absent", { operation: undefined }, invalid("request.operation: Required value")],
    ["operation a list", { operation: ["UPDATE"] }, invalid(operations)],
  ])("%s: rejected with the uid", (_name, request, message) => {
    expect(answerTo(review({}, request))).toEqual(refused(message));
  });
});

const object = validObject(lease);
const required = (field: string, operation: string): Answer =>
  refused(`request.${field}: Required value: must be the object where request.operation is ${operation}`);

// In admission.k8s.io/v1, `object` is null for DELETE. `oldObject` is null for CREATE and CONNECT.
describe("object and oldObject by operation", () => {
  it.each<readonly [string, Fields, Answer]>([
    ["CREATE of one", { operation: "CREATE", object, oldObject: null }, allowed],
    ["CREATE of one, with an old one", { operation: "CREATE", object, oldObject: { spec: 7 } }, allowed],
    ["CREATE of null", { operation: "CREATE", object: null, oldObject: null }, required("object", "CREATE")],
    ["CREATE of an old one", { operation: "CREATE", object: null, oldObject: object }, required("object", "CREATE")],
    [
      "CREATE without an object",
      { operation: "CREATE", object: undefined, oldObject: undefined },
      required("object", "CREATE"),
    ],
    ["UPDATE of both", { object, oldObject: object }, allowed],
    ["UPDATE to null", { object: null, oldObject: object }, required("object", "UPDATE")],
    ["UPDATE from null", { object, oldObject: null }, required("oldObject", "UPDATE")],
    ["UPDATE of nothing", { object: null, oldObject: null }, required("object", "UPDATE")],
    ["UPDATE of an object that does not decode", { object, oldObject: { ...object, spec: [] } }, allowed],
    ["UPDATE from an empty object", { object, oldObject: {} }, allowed],
    ["DELETE of one", { operation: "DELETE", object: null, oldObject: object }, allowed],
    ["DELETE of null, as before 1.15", { operation: "DELETE", object: null, oldObject: null }, allowed],
    ["DELETE of an empty object", { operation: "DELETE", object: null, oldObject: {} }, allowed],
    ["DELETE with a new one", { operation: "DELETE", object: { spec: 7 }, oldObject: null }, allowed],
    ["CONNECT with options", { operation: "CONNECT", object: { kind: "PodExecOptions" }, oldObject: null }, allowed],
    ["CONNECT with nothing", { operation: "CONNECT", object: null, oldObject: null }, allowed],
  ])("%s", (_name, request, expected) => {
    expect(answerTo(review({}, request))).toEqual(expected);
  });

  it.each<readonly [string, Fields, readonly string[]]>([
    ["an empty object", {}, ["apiVersion", "kind"]],
    ["another version's", { ...object, apiVersion: "coordination.k8s.io/v1beta1" }, ["apiVersion"]],
    ["a Pod", { apiVersion: "v1", kind: "Pod" }, ["apiVersion", "kind"]],
    ["metadata of a text", { ...object, metadata: "x" }, ["metadata"]],
    ["spec of a list", { ...object, spec: [] }, ["spec"]],
    ["types in the prototype alone", JSON.parse(`{"__proto__":${JSON.stringify(object)}}`), ["apiVersion", "kind"]],
  ])("an object that is %s does not decode: 422 with each field", (_name, written, causes) => {
    for (const request of [{ object: written }, { operation: "CREATE", object: written, oldObject: null }]) {
      const [status, body] = answerTo(review({}, request));
      expect(status).toBe(200);
      expect(body).toMatchObject({
        response: {
          uid,
          allowed: false,
          status: {
            kind: "Status",
            status: "Failure",
            code: 422,
            reason: "Invalid",
            details: { causes: causes.map((field) => ({ field })) },
          },
        },
      });
    }
  });
});
