import { identityFormOf } from "../../policy/fence.ts";
import { hostnameOf, type WriterPod } from "../../rules/shared/pod-names.ts";

/**
 * Returns the forms of a fence's `identity` in which a holder identity names its own pod or node.
 * For example, `POD_*` for the name of the pod with a UUID. The list is empty for any other
 * identity, such as a random one.
 */
export function identityForms(holder: string, { name, node }: WriterPod): readonly string[] {
  const ofPod = [name, hostnameOf(name)].flatMap((own) => (holder.startsWith(own) ? holder.slice(own.length) : []));
  const forms = ofPod.map((rest) => (rest.startsWith("_") ? "POD_*" : `POD${rest}`));
  const ofNode = node !== undefined && holder.startsWith(`${node}_`) ? ["NODE_*"] : [];
  return [...new Set([...forms, ...ofNode])].filter((form) => identityFormOf(form) !== undefined);
}
