import { testPlanted } from "../../harness/planted.ts";

testPlanted({
  "image: another in one pod": {
    plant: (cluster) => cluster.set("Pod", ["spec", "containers", 0, "image"], "lease-guard:0.0.9"),
    finds: ["doctor/images-equal", "warning", "spec.containers[0].image"],
  },
  "image: another in one pod that an expression selects": {
    plant: (cluster) => {
      const expression = { key: "app.kubernetes.io/name", operator: "In", values: ["lease-guard"] };
      cluster.set("Deployment", ["spec", "selector"], { matchExpressions: [expression] });
      cluster.set("Pod", ["spec", "containers", 0, "image"], "lease-guard:0.0.9");
    },
    finds: ["doctor/images-equal", "warning", "spec.containers[0].image"],
  },
  "image: one tag with two digests": {
    plant: (cluster) => cluster.set("Pod", ["status", "containerStatuses", 0, "imageID"], "sha256:2"),
    finds: ["doctor/images-equal", "warning", "spec.template.spec.containers[0].image"],
  },
  "image: another version than the doctor": {
    options: { version: "0.2.0" },
    finds: ["doctor/version-current", "info", "spec.template.spec.containers[0].image"],
  },
  "API server: too old": {
    facts: () => ({ serverVersion: "v1.29.3" }),
    finds: ["doctor/api-server-supported", "error", ""],
    says: "1.30",
  },
  "API server: newer than the tests": {
    facts: () => ({ serverVersion: "v1.99.0" }),
    finds: ["doctor/api-server-supported", "info", ""],
  },
});
