/** The fields of the metadata that kube-apiserver sets, or that a deletion changes. */
export const serverFields: readonly string[] = [
  "uid",
  "resourceVersion",
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "managedFields",
];
