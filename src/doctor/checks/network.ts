import { toSelector } from "../../cluster/registration/registration.ts";
import { nameLabel, selectsLabels, selectsNamespace } from "../../cluster/registration/selects-labels.ts";
import { type Fields, fieldAt, mapAt, numberAt, objectsAt, textAt, textsAt } from "../../core/api/fields.ts";
import { joinWords } from "../../core/text/join-words.ts";
import type { Installation } from "../../installation/installation.ts";
import { objectsOf, type SnapshotObject, unreadReason } from "../../installation/snapshot.ts";
import { objectTitle } from "../../report/object-title.ts";
import { systemNamespace } from "../../rules/shared/identities.ts";
import { at, type DoctorCheck, type DoctorOutcome, found } from "../check.ts";
import type { Examined } from "../examined.ts";
import { namedPort, securePort } from "./service.ts";
import { hasDeployment } from "./timing.ts";

export const networkChecks: readonly DoctorCheck[] = [
  {
    id: "doctor/network-policies-admit",
    description: "the NetworkPolicies let connections of the API server reach the pods",
    applies: hasDeployment,
    run: closedPods,
  },
];

/**
 * Yields a finding if NetworkPolicies select the pods, and no rule of them can allow a connection
 * from an API server.
 */
function* closedPods({ own, snapshot }: Examined): Iterable<DoctorOutcome> {
  const unread = unreadReason(snapshot, "NetworkPolicy");
  if (unread !== undefined) return void (yield { unknown: unread });
  // NetworkPolicies do not apply to pods in the network of their node.
  if (fieldAt(own.deployment?.value, "spec", "template", "spec", "hostNetwork") === true) return;
  const policies = objectsOf(snapshot, "NetworkPolicy").filter((policy) => limitsIngress(policy, own));
  const [first] = policies;
  const rules = policies.flatMap(({ value }) => objectsAt(value, "spec", "ingress"));
  if (first === undefined || rules.some((rule) => hasPort(rule, own) && canBeApiServer(rule))) return;
  const others = joinWords(policies.map(objectTitle));
  yield found(
    "error",
    at(first, "spec", "ingress"),
    `must allow connections of the API server to port ${securePort(own)}, because every call of the webhook otherwise fails: no rule of ${others} does`,
    ["ingress:", `  - ports: [{port: ${securePort(own)}}]`],
  );
}

function limitsIngress({ namespace, value }: SnapshotObject, { deployment }: Installation): boolean {
  const types = textsAt(value, "spec", "policyTypes");
  if (types.length > 0 && !types.includes("Ingress")) return false;
  const labels = mapAt(deployment?.value, "spec", "template", "metadata", "labels");
  return (
    namespace === deployment?.namespace && selectsLabels(toSelector(fieldAt(value, "spec", "podSelector")), labels)
  );
}

function hasPort(rule: Fields, own: Installation): boolean {
  const ports = objectsAt(rule, "ports");
  const wanted = securePort(own);
  const targets = objectsAt(own.service?.value, "spec", "ports").map(({ targetPort }) => targetPort);
  return (
    ports.length === 0 ||
    ports.some((each) => {
      if ((textAt(each, "protocol") || "TCP") !== "TCP") return false;
      const port = fieldAt(each, "port");
      // If the port of the Service is wrong, doctor/service-port reports it.
      if (port === undefined || targets.includes(port)) return true;
      const first = typeof port === "string" ? namedPort(own.container ?? {}, port) : Number(port);
      return first !== undefined && first <= wanted && wanted <= (numberAt(each, "endPort") ?? first);
    })
  );
}

/**
 * Reports whether a rule can match an API server. The address of an API server is not that of a
 * pod. In some clusters, its connections come from a proxy in kube-system, such as konnectivity.
 */
function canBeApiServer(rule: Fields): boolean {
  const peers = objectsAt(rule, "from");
  if (peers.length === 0) return true;
  const labels = new Map([[nameLabel, systemNamespace]]);
  return peers.some((peer) => {
    if (peer["ipBlock"] !== undefined) return true;
    if (peer["namespaceSelector"] === undefined) return false;
    return selectsNamespace(toSelector(peer["namespaceSelector"]), { labels, isComplete: false }) !== false;
  });
}
