import { expect, it } from "vitest";
import { deleteOptions, listPath, objectPath, pathInVersion } from "../../../src/core/api/requests.ts";

it.each([
  ["coordination.k8s.io/v1", undefined, "leases", "/apis/coordination.k8s.io/v1/leases"],
  ["coordination.k8s.io/v1", "team-a", "leases", "/apis/coordination.k8s.io/v1/namespaces/team-a/leases"],
  ["v1", undefined, "nodes", "/api/v1/nodes"],
  ["v1", "../x", "pods", "/api/v1/namespaces/..%2Fx/pods"],
])("lists a resource of %s in namespace %s: %s", (apiVersion, namespace, resource, path) => {
  expect(listPath(apiVersion, namespace, resource)).toBe(path);
});

it("has the path of an object with and without its version", () => {
  const place = { namespace: "team-a", resource: "leases", name: "a/b" };
  expect(objectPath({ apiVersion: "coordination.k8s.io/v1", ...place })).toBe(
    "/apis/coordination.k8s.io/v1/namespaces/team-a/leases/a%2Fb",
  );
  expect(pathInVersion(place)).toBe("namespaces/team-a/leases/a%2Fb");
});

it("deletes only one version of an object", () => {
  expect(deleteOptions({ uid: "u", resourceVersion: "7" })).toMatchObject({
    preconditions: { uid: "u", resourceVersion: "7" },
  });
});
