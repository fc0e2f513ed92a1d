import { nodeNameKey, podNameKey } from "../core/api/user-extra.ts";
import { maxLabelBytes, maxSubdomainBytes, uuidForm } from "../core/text/names.ts";
import { goZeroTime, microTimeRange } from "../core/text/time.ts";
import { type Fence, type IdentityForm, identityFormOf } from "../policy/fence.ts";
import { cutHostname, extraValue, isGenerated, isSibling } from "../rules/cel/pods.ts";
import { allOf, anyOf, celString, not } from "../rules/cel/text.ts";

/** CEL expressions for the holder in `params`, and for the pod of the writer, or ''. */
export const holderIdentity = "params.?spec.?holderIdentity.orValue('')";
export const podName: string = extraValue(podNameKey);

/**
 * Returns a CEL condition under which the writer is a pod, the Lease in `params` names another pod
 * in the form of the fence, and its term runs. A match condition cannot read the variables of its
 * policy, so the condition binds variables itself.
 */
export function anotherPodLeads({ identity, deletes }: Pick<Fence, "identity" | "deletes">): string {
  const form = identityFormOf(identity) ?? { of: "pod", suffix: "" };
  const ofHolder = allOf([
    "holder != ''",
    not(isOwn(form)),
    hasForm(form),
    deletes ? anyOf(["request.operation == 'DELETE'", termRuns(deletes)]) : termRuns(deletes),
  ]);
  const ofPod = allOf(["pod != ''", bound("holder", holderIdentity, ofHolder)]);
  const ofNode = allOf(["node != ''", ofPod]);
  return bound("pod", podName, form.of === "node" ? bound("node", extraValue(nodeNameKey), ofNode) : ofPod);
}

function bound(name: string, expression: string, condition: string): string {
  return `[${expression}].exists(${name}, ${condition})`;
}

/** Returns a condition under which `holder` names the pod of the writer, or its node. */
function isOwn(form: IdentityForm): string {
  const names = (name: string): string =>
    "hasMore" in form
      ? `holder.startsWith(${name} + '_')`
      : `holder == ${name}${form.suffix === "" ? "" : ` + ${celString(form.suffix)}`}`;
  if (form.of === "node") return anyOf([names("node"), names("node.split('.')[0]")]);
  return namesPod(names);
}

/** Returns a condition under which `names` holds for the name or the host name of the pod. */
function namesPod(names: (name: string) => string): string {
  return anyOf([names("pod"), allOf([`size(pod) > ${maxLabelBytes}`, names(cutHostname("pod"))])]);
}

/**
 * Returns a condition under which `holder` has the form of the fence. Any other holder, such as a
 * random id, names no pod, so the fence would deny the writes of every pod.
 */
function hasForm(form: IdentityForm): string {
  if ("hasMore" in form) {
    const isName = form.of === "node" ? isNodeName : isPodName;
    return allOf(["holder.contains('_')", bound("name", "holder.split('_')[0]", isName)]);
  }
  if (form.suffix === "") return bound("name", "holder", isPodName);
  const name = `holder.substring(0, size(holder) - ${form.suffix.length})`;
  return allOf([`holder.endsWith(${celString(form.suffix)})`, bound("name", name, isPodName)]);
}

/**
 * A condition under which `name` can be the host name of another node. It has the form of the name
 * of a node, because the host name can have capitals that the name of its node lacks. Its first
 * label differs from that of `node`, because their domains can differ. It names neither `pod` nor a
 * pod of its workload, such as a leader before the pods used the network of the node.
 */
const isNodeName = allOf([
  `size(name) <= ${maxSubdomainBytes}`,
  "name.matches(r'^[a-z0-9]([-.a-z0-9]*[a-z0-9])?$')",
  "name.split('.')[0] != node.split('.')[0]",
  not(namesPod((own) => `name == ${own}`)),
  not(isSibling("name", "pod")),
]);

/**
 * A condition under which `name` can be the name of another pod of the election: it belongs to the
 * workload of `pod`. If the name of `pod` shows no workload, `name` must be a label, because hosts
 * often have names with dots, and it must not be a UUID. It is never the node of the writer.
 */
const isPodName = allOf([
  `size(name) <= ${maxSubdomainBytes}`,
  bound("ownNode", extraValue(nodeNameKey), "name != ownNode && name != ownNode.split('.')[0]"),
  `${isGenerated("pod")} ? ${isSibling("name", "pod")} : name.matches(r'^[a-z0-9]([-a-z0-9]*[a-z0-9])?$') && !name.matches(r'^${uuidForm}$')`,
]);

/**
 * Returns a condition under which the term in `params` runs at the time of the write, in whole
 * seconds. The time of a create is its creationTimestamp, and the time of an update is the newest
 * time in `managedFields`. kube-apiserver drops their fractions: with the fraction of `renewTime`,
 * the fence would deny a takeover in the last second of the term. If one of the times is unknown,
 * the term does not run.
 *
 * An update that changes nothing or only removes fields keeps the times of earlier writes. The
 * newest time must therefore lie at most one duration before `renewTime`: without this limit, the
 * fence would deny such updates for ever after the term. With `deletes`, which also have no time,
 * this limit does not apply.
 */
function termRuns(deletes: boolean): string {
  const ofUpdate = `${someTime(deletes ? "< renewed + term" : ">= renewed - term")} && !${someTime(">= renewed + term")}`;
  const ofWrite = `request.operation == 'CREATE' ? ${isTime("object.metadata.?creationTimestamp", "< renewed + term")} : ${ofUpdate}`;
  return bound(
    "renewTime",
    "params.?spec.?renewTime.orValue('')",
    allOf([
      `type(renewTime) == string && size(renewTime) == ${microTimeRange.last.length} && renewTime >= '0001'`,
      bound(
        "renewed",
        "int(timestamp(renewTime))",
        bound("term", "params.spec.?leaseDurationSeconds.orValue(0)", ofWrite),
      ),
    ]),
  );
}

/** Returns a condition under which the comparison holds for a time in `managedFields`. */
function someTime(comparison: string): string {
  return `object.metadata.?managedFields.orValue([]).exists(entry, ${isTime("entry.?time", comparison)})`;
}

/** Returns a condition under which an optional value is a time, and the comparison holds for it. */
function isTime(optional: string, comparison: string): string {
  const hasForm = `type(time) == string && size(time) == ${goZeroTime.length} && time >= '0001'`;
  return `${optional}.optMap(time, ${hasForm} && int(timestamp(time)) ${comparison}).orValue(false)`;
}
