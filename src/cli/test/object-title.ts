import { metadataOf } from "../../api/json-object.ts";
import type { ViewedObject } from "../../validate/view.ts";

/** Returns a title such as `Lease team-a/controller`. */
export function objectTitle({ served, object }: ViewedObject): string {
  const { namespace = "", name = "" } = metadataOf(object) ?? {};
  return `${served.gvk.kind} ${String(namespace)}/${String(name)}`;
}
