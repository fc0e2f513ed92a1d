import { once } from "./interned.ts";
import type { Fill } from "./model-lease.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Returns labels. Creates the labels of each count once, because 1,000 labels take time. */
export const labelsOf: (count: number) => Readonly<Record<string, string>> = once((count) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`example.com/note-${index}`, "1"])),
);

const entryOf = (operation: "Apply" | "Update", manager: string) => ({
  manager,
  operation,
  apiVersion: "coordination.k8s.io/v1",
  time: "2026-07-01T08:59:00Z",
  fieldsType: "FieldsV1",
  fieldsV1: {},
});

const owner = {
  apiVersion: "v1",
  kind: "Pod",
  name: "<".repeat(175_000),
  uid: "bbbb0000-5b8e-4a9e-9d6c-0a6a5c1d2e3f",
};
const labels = labelsOf(1000);
const managers = Array.from({ length: 1000 }, (_, index) => entryOf("Apply", `manager-${index}`));

/** The limit of `metadata/size-at-most-512-kib`. */
const limit = 512 * 1024;

/**
 * Returns metadata that the sibling has filled. With `hasOwn`, a correct pod has added a label, and
 * kube-apiserver an entry of managedFields for it.
 */
export function filledMetadata(metadata: Fields, filled: Fill, hasOwn: boolean): Fields {
  const full = fillWith(metadata, filled);
  if (!hasOwn) return full;
  return {
    ...full,
    labels: { ...(full["labels"] as object | undefined), "example.com/elector": "client-go" },
    managedFields: [...((full["managedFields"] as readonly object[] | undefined) ?? []), entryOf("Update", "elector")],
  };
}

function fillWith(metadata: Fields, filled: Fill): Fields {
  switch (filled) {
    case "1,000 labels":
      return { ...metadata, labels };
    case "1,000 managers":
      return { ...metadata, managedFields: managers };
    case "512 KiB of metadata":
      return { ...metadata, annotations: annotationsUpTo(limit, metadata) };
    case "an owner name of a megabyte":
      return { ...metadata, ownerReferences: [owner] };
  }
}

/** Returns annotations with which metadata has a size in JSON. Go writes `<` in 6 bytes. */
function annotationsUpTo(bytes: number, metadata: Fields): Readonly<Record<string, string>> {
  const missing = bytes - JSON.stringify({ ...metadata, annotations: { note: "" } }).length;
  return { note: "<".repeat(missing / 6) + "x".repeat(missing % 6) };
}
