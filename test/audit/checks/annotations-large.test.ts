import { leaseBy } from "../../harness/audit-objects.ts";
import { testCheck } from "../../harness/audit-scene.ts";

const annotated = (bytes: number) => ({
  objects: [leaseBy({ metadata: { annotations: { "example.com/state": "x".repeat(bytes - 17) } } })],
});

testCheck("audit/annotations-large", {
  reports: { "more than 10 KiB": { ...annotated(10_241), says: /^the annotations have 10241 bytes/ } },
  silent: { "no annotations": { objects: [leaseBy()] }, "10 KiB": annotated(10_240) },
});
