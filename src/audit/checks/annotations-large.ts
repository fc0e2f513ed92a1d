import type { AuditCheck } from "../check.ts";

/** The maximum size of the annotations of a Lease in KiB. The rest of a Lease is much smaller. */
const maxKibibytes = 10;

export const annotationsLarge: AuditCheck = {
  id: "audit/annotations-large",
  severity: "warning",
  description: `the annotations of a Lease must not be larger than ${maxKibibytes} KiB`,
  kind: "Lease",
  needs: [],
  isAgeless: true,
  check({ listed: { annotationBytes } }) {
    if (annotationBytes <= maxKibibytes * 1024) return undefined;
    return {
      field: "metadata.annotations",
      message: `the annotations have ${annotationBytes} bytes, and etcd stores them again with each renewal: move them to another object`,
    };
  },
};
