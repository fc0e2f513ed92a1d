import type { Dice } from "./dice.ts";

type Fields = Record<string, unknown>;

const many = (count: number) => Array.from({ length: count }, (_, index) => `example.com/f${index}`);
const lists = [99, 100, 101, 110, 111, 1000, 1001, 1010, 1011].map(many);
const owner = { apiVersion: "apps/v1", kind: "Deployment", name: "controller", uid: "u1", controller: true };
const entry = {
  manager: "controller",
  operation: "Update",
  apiVersion: "coordination.k8s.io/v1",
  fieldsType: "FieldsV1",
};

const names = [
  "controller",
  "controller",
  "node-1",
  "apiserver-abcdefghijklmnopqrstuvwx27",
  "Controller_1",
  "..a",
  ".",
  "a/b",
  "100%",
  "a".repeat(253),
  "a".repeat(254),
  "",
];
const keys = [
  "team",
  "example.com/team",
  "Example.com/team",
  "a/b/c",
  "-a",
  "a-",
  "_",
  "/a",
  "a/",
  "",
  "ä",
  "x".repeat(63),
  "x".repeat(64),
  `${"p".repeat(253)}/x`,
  `${"p".repeat(254)}/x`,
  "lease-guard.dev/note",
];
const values = ["", "team-a", "team-", "nightly backup", "v".repeat(63), "v".repeat(64), "-x", "x.y_z", "é"];
const identity = "apiserver.kubernetes.io/identity";
const blobs = [65_535, 65_536, 65_537, 262_144, 262_145];
const managers = ["kubectl", "a\tb", "m".repeat(128), "m".repeat(129), "é b", "a\u00a0b", "", "\u200b"];

const entriesOf = (list: readonly string[], value: string) => Object.fromEntries(list.map((key) => [key, value]));

type Edit = (dice: Dice, metadata: Fields) => void;

const map = (metadata: Fields, field: string) => ({ ...(metadata[field] as Record<string, string> | null) });

function setEntry({ pick, oneIn }: Dice, metadata: Fields, field: string): void {
  const entries = map(metadata, field);
  const key = oneIn(3) ? "team" : pick(keys);
  if (oneIn(5)) delete entries[key];
  else entries[key] = pick(values);
  metadata[field] = oneIn(30) ? null : entries;
}

/** Edits of one field of metadata. */
const edits: readonly Edit[] = [
  (dice, metadata) => setEntry(dice, metadata, "labels"),
  (dice, metadata) => setEntry(dice, metadata, "annotations"),
  ({ pick, oneIn }, metadata) => {
    const entries = map(metadata, "labels");
    const key = pick([identity, "kubernetes.io/hostname"]);
    if (oneIn(2)) delete entries[key];
    else entries[key] = pick(["kube-apiserver", "b"]);
    metadata["labels"] = entries;
  },
  ({ pick }, metadata) => {
    metadata["annotations"] = {
      ...map(metadata, "annotations"),
      "kubernetes.io/peer-advertise-address": pick(["a", "b"]),
    };
  },
  ({ pick, oneIn }, metadata) => {
    if (!oneIn(2)) return;
    const size = pick(blobs);
    metadata["annotations"] = { "example.com/note": "x".repeat(size - 16) };
  },
  ({ pick, oneIn }, metadata) => {
    if (!oneIn(4)) return;
    // A label of 63 + 10 bytes, as many as fit.
    metadata["labels"] = entriesOf(many(pick([850, 890, 920])), "v".repeat(60));
  },
  ({ pick, oneIn }, metadata) => {
    if (!oneIn(2)) return;
    const list = pick(lists);
    const field = pick(["finalizers", "labels", "ownerReferences", "managedFields"]);
    const operation = pick(["Apply", "Apply", "Update"]);
    if (field === "finalizers") metadata[field] = list;
    if (field === "labels") metadata[field] = entriesOf(list, "x");
    if (field === "ownerReferences") metadata[field] = list.map((uid) => ({ ...owner, uid, controller: false }));
    if (field === "managedFields") metadata[field] = list.map((manager) => ({ ...entry, operation, manager }));
  },
  ({ pick, oneIn }, metadata) => {
    if (!oneIn(2)) return;
    const name = pick(["<", "x", "\u{1f600}"]).repeat(pick([43_000, 44_000, 87_000, 88_000]));
    const filler = { ...owner, uid: "u9", name, controller: false };
    metadata["ownerReferences"] = pick([[filler], [filler, { ...filler, name: "x".repeat(520_000) }]]);
  },
  ({ pick, oneIn }, metadata) => {
    if (!oneIn(2)) return;
    const name = "x".repeat(pick([510_000, 523_000, 524_000, 530_000, 534_000, 540_000]));
    metadata["managedFields"] = [{ ...entry, fieldsV1: { "f:metadata": { [`f:${name}`]: {} } } }];
  },
  ({ pick }, metadata) => {
    const own = (metadata["finalizers"] ?? []) as readonly string[];
    const finalizers = ["example.com/wait", "orphan", "foregroundDeletion", ...keys];
    metadata["finalizers"] = pick([
      null,
      [],
      [...own, pick(finalizers)],
      ["orphan", "foregroundDeletion"],
      own.slice(1),
    ]);
  },
  ({ pick, oneIn }, metadata) => {
    const own = (metadata["ownerReferences"] ?? []) as readonly object[];
    const added = {
      ...owner,
      uid: pick(["u2", "u3", "uid-0", "uid-1", ""]),
      name: pick(["controller", "web", "web-7d9f6c8b5d", "controller-0", "settings", ""]),
      kind: pick(["Deployment", "Event", "Event", "Pod", "ConfigMap", ""]),
      apiVersion: pick(["apps/v1", "v1", "v1", "/v1", "apps/", "", "a/b/c", "events.k8s.io/v1"]),
      controller: pick([true, false, null]),
    };
    metadata["ownerReferences"] = oneIn(6) ? null : [...own, added];
  },
  ({ pick }, metadata) => {
    metadata["managedFields"] = [
      {
        ...entry,
        manager: pick(managers),
        operation: pick(["Apply", "Update", "Patch", "", "apply"]),
        fieldsType: pick(["FieldsV1", "", "FieldsV2"]),
        subresource: pick(["", "s".repeat(256), "s".repeat(257)]),
      },
    ];
  },
  ({ pick }, metadata) => {
    metadata["name"] = pick(names);
  },
  ({ pick }, metadata) => {
    metadata["name"] = pick(["", "controller", null]);
    metadata["generateName"] = pick([
      "",
      "controller-",
      "Controller-",
      "foo.-",
      "-",
      "--",
      "a/b",
      "a%",
      "..a",
      "a".repeat(254),
      "A_",
    ]);
  },
  ({ pick }, metadata) => {
    // No update moves an object from a namespace of Kubernetes to another one.
    if (String(metadata["namespace"]).startsWith("kube-")) return;
    metadata["namespace"] = pick(["team-a", "", "team.a", "Team", "n".repeat(63), "n".repeat(64), null]);
  },
  ({ pick }, metadata) => {
    metadata["generation"] = pick([-1, 0, 1, 2, null]);
  },
  ({ pick }, metadata) => {
    metadata["resourceVersion"] = pick(["", "0", "6", null]);
  },
  ({ pick }, metadata) => {
    metadata["uid"] = pick(["u-1", "u-2", "", null]);
  },
  ({ pick }, metadata) => {
    const field = pick(["creationTimestamp", "deletionTimestamp"]);
    metadata[field] = pick(["2026-07-01T07:00:00Z", "2026-07-01T09:00:00+02:00", "2026-07-01T07:59:00Z", null]);
  },
  ({ pick }, metadata) => {
    metadata["deletionGracePeriodSeconds"] = pick([0, 30, null]);
  },
];

/** Changes one to three fields of metadata. */
export function editMetadata(dice: Dice, metadata: Fields): void {
  for (let count = dice.pick([1, 1, 1, 2, 3]); count > 0; count--) dice.pick(edits)(dice, metadata);
}

/** Returns metadata that kube-apiserver stores. */
export function storedMetadata({ pick, oneIn }: Dice, name: string, namespace: string): Fields {
  return {
    name,
    namespace,
    uid: "u-1",
    resourceVersion: "5",
    creationTimestamp: "2026-07-01T07:00:00Z",
    ...(!oneIn(3) && { labels: { team: pick(["team-a", "blue"]), ...(oneIn(2) && { [identity]: "kube-apiserver" }) } }),
    ...(oneIn(3) && { ownerReferences: [owner] }),
    ...(oneIn(4) && {
      finalizers: pick([["example.com/wait"], ["orphan"], ["foregroundDeletion", "example.com/wait"]]),
    }),
    ...(oneIn(5) && { deletionTimestamp: "2026-07-01T07:59:00Z", deletionGracePeriodSeconds: 0 }),
    ...(oneIn(20) && { generation: pick([-1, 1, 2]) }),
    managedFields: [{ ...entry, time: "2026-07-01T07:00:00Z", fieldsV1: { "f:metadata": {} } }],
  };
}
