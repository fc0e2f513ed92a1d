import { check } from "../../../../src/workload/checks/workload/one-lock-two-workloads.ts";
import { type ManagerFields, manager, managerProgram } from "../../../harness/manager.ts";
import { testSetCheck } from "../../../harness/set-scene.ts";

const other = { ...managerProgram, name: "other", images: ["example/other"] };
const programs = [managerProgram, other];
const on = (name: string, fields: ManagerFields = {}): object => manager({ name, args: ["--leader-elect"], ...fields });
const second = "spec.template.spec.containers[0]";
const image = "example/other:v1";

testSetCheck(check, {
  reports: {
    "two programs with one default": {
      objects: [on("one"), on("two", { image })],
      programs,
      at: `Deployment/two ${second}`,
      says: /^must have its own lock: Deployment team-a\/one also uses the Lease team-a\/example-lock/,
      remedy: /^--lock-name=two-lock$/,
    },
    "a flag": {
      objects: [on("one"), on("two", { image, args: ["--leader-elect", "--lock-name", "example-lock"] })],
      programs: [managerProgram, { ...other, lockName: { flags: ["lock-name"] } }],
      at: `Deployment/two ${second}.args[1]`,
    },
    "a lock in another namespace": {
      objects: [
        on("one"),
        on("two", { image, namespace: "team-b", args: ["--leader-elect", "--lock-namespace=team-a"] }),
      ],
      programs,
      at: `Deployment/two ${second}`,
    },
    "two installations of one program": {
      objects: ["one", "two"].map((instance) =>
        on(instance, { labels: { app: "manager", "app.kubernetes.io/instance": instance } }),
      ),
      at: `Deployment/two ${second}`,
      severity: "warning",
    },
    "unknown programs with the flags of component-base": {
      objects: ["one", "two"].map((name) =>
        on(name, {
          image: `registry.example/team/${name}:v1`,
          args: ["--leader-elect", "--leader-elect-resource-name=lock", "--leader-elect-resource-namespace=ops"],
        }),
      ),
      at: `Deployment/two ${second}.args[1]`,
      remedy: /^--leader-elect-resource-name=two-lock$/,
    },
  },
  silent: {
    "two names": { objects: [on("one"), on("two", { image, args: ["--leader-elect", "--lock-name=b"] })], programs },
    "two namespaces": { objects: [on("one"), on("two", { image, namespace: "team-b" })], programs },
    "namespaces that are not set": {
      objects: [on("one", { namespace: null }), on("two", { image, namespace: null })],
      programs,
    },
    "an election that is off": { objects: [on("one"), on("two", { image, args: [] })], programs },
    "a workload without replicas": { objects: [on("one", { spec: { replicas: 0 } }), on("two", { image })], programs },
    "two revisions of one program": {
      objects: ["one", "two"].map((revision) => on(revision, { labels: { app: "manager", revision } })),
    },
    "one workload in two files": { objects: [on("one"), on("one", { image })], programs },
    "two containers of one pod": {
      objects: [
        on("one", {
          pod: {
            containers: ["manager", "other"].map((name) => ({ image: `example/${name}`, args: ["--leader-elect"] })),
          },
        }),
      ],
      programs,
    },
    "a setting that changes the name": {
      objects: [on("one"), on("two", { image, args: ["--leader-elect", "--instance-id=b"] })],
      programs: [
        managerProgram,
        { ...other, lockName: { default: "example-lock", unknownWith: { flags: ["instance-id"] } } },
      ],
    },
    "a program whose facts are not verified": {
      objects: [on("one"), on("two", { image })],
      programs: [managerProgram, { ...other, isVerified: false }],
    },
  },
});
