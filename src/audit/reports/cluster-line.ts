import { shorten } from "../../core/field/path.ts";
import type { ClusterIdentity } from "../../listing/cluster-identity.ts";

/** The maximum length of the names of files. */
const maxFiles = 200;

/** Returns a line such as `cluster: context prod, server https://10.0.0.1:6443, uid 5d0c2a0e`. */
export function clusterLine({ name, context, server, uid, files }: ClusterIdentity): string {
  const paths = files?.map((file) => (file === "-" ? "standard input" : file)).join(", ");
  const parts = [
    ...(context === undefined ? [] : [`context ${context}`]),
    ...(paths === undefined || name === files?.join(", ") ? [] : [name]),
    ...(server === undefined ? [] : [`server ${server}`]),
    ...(uid === undefined ? [] : [`uid ${uid}`]),
    ...(paths === undefined ? [] : [`${files?.length === 1 ? "file" : "files"} ${shorten(paths, maxFiles)}`]),
  ];
  return `cluster: ${parts.join(", ")}`;
}
