import { inBoth, testPlanted } from "../../harness/planted.ts";

testPlanted({
  "service: does not exist": {
    plant: (cluster) => cluster.remove("Service"),
    finds: ["doctor/service-exists", "error", "webhooks[0].clientConfig.service"],
  },
  "service: another port": {
    plant: inBoth(["clientConfig", "service", "port"], 8443),
    finds: ["doctor/service-port", "error", "webhooks[0].clientConfig.service.port"],
    says: "443",
  },
  "service: targetPort without a port of the container": {
    plant: (cluster) => cluster.set("Service", ["spec", "ports", 0, "targetPort"], "webhook"),
    finds: ["doctor/service-port", "error", "spec.ports[0].targetPort"],
  },
  "service: targetPort is not --secure-port": {
    plant: (cluster) => cluster.set("Service", ["spec", "ports", 0, "targetPort"], 8081),
    finds: ["doctor/service-port", "error", "spec.ports[0].targetPort"],
    says: "8443",
  },
  "service: targetPort is not the last --secure-port": {
    plant: (cluster) => {
      cluster.remove("NetworkPolicy");
      cluster.set("Deployment", ["spec", "template", "spec", "containers", 0, "args", 7], "--secure-port=9443");
    },
    finds: ["doctor/service-port", "error", "spec.ports[0].targetPort"],
    says: "9443",
  },
  "service: selects no pods": {
    plant: (cluster) => cluster.set("Service", ["spec", "selector"], { app: "lease-guard" }),
    finds: ["doctor/service-selects-pods", "error", "spec.selector"],
  },
  "endpoints: none": {
    plant: (cluster) => cluster.remove("EndpointSlice"),
    finds: ["doctor/endpoints-ready", "error", ""],
  },
  "endpoints: one is not ready": {
    plant: (cluster) => cluster.set("EndpointSlice", ["endpoints", 0, "conditions", "ready"], false),
    finds: ["doctor/endpoints-ready", "warning", ""],
    says: "1 of 2",
  },
});
