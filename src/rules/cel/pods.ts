import { nodeNameKey, podNameKey } from "../../core/api/user-extra.ts";
import { maxLabelBytes } from "../../core/text/names.ts";
import {
  cutForm,
  deploymentForm,
  generatedForm,
  hexForm,
  identityForm,
  longestIdentity,
  nameForm,
  ordinalForm,
} from "../shared/pod-names.ts";
import type { CelDefinedVariable } from "./cel-rule.ts";
import { anyOf, matchesExpression } from "./text.ts";

const pod = "variables.pod";
const node = "variables.podNode";
const firstNodeLabel = `${node}.split('.')[0]`;

/**
 * Returns the variables about one holder identity or LeaseCandidate name. The names of the
 * variables start with `prefix`. `identity` is a CEL expression. If the pod of the writer is
 * unknown, only `IsShort`, `Name`, `ProgramName`, and `IsOfDeployment` are meaningful.
 */
export function identityVariables(prefix: string, identity: string): readonly CelDefinedVariable[] {
  const own = (suffix: string): string => `variables.${prefix}${suffix}`;
  const name = own("Name");
  return [
    { name: `${prefix}IsShort`, expression: `size(${identity}) <= ${longestIdentity}`, isInlined: true },
    // The name in an identity of the form NAMESPACE/NAME_SUFFIX, or ''.
    {
      name: `${prefix}Name`,
      expression: `${own("IsShort")} && ${matchesExpression(identity, identityForm)} ? ${withoutAffixes(identity)} : ''`,
    },
    // The name of a pod, a host, or a program, which can contain dots. '' for a UUID or another
    // form.
    {
      name: `${prefix}ProgramName`,
      expression: `${own("IsShort")} && ${matchesExpression(identity, nameForm)} && !${matchesExpression(withoutAffixes(identity), hexForm)} ? ${withoutAffixes(identity)} : ''`,
    },
    {
      name: `${prefix}NamesPod`,
      expression: `${own("IsShort")} && ${namesAny(identity, [pod, "variables.podHostname"])}`,
    },
    {
      name: `${prefix}NamesPodOrNode`,
      expression: `${own("NamesPod")} || ${node} != '' && ${own("IsShort")} && ${namesAny(identity, [node, firstNodeLabel])}`,
    },
    // A cheap condition that holds if the identity names a pod other than the writer's. It can also
    // hold for other identities.
    {
      name: `${prefix}IsNotOwn`,
      expression: `${pod} != '' && ${identity} != '' && ${identity} != ${pod} && !${identity}.startsWith(${pod} + '_')`,
      isInlined: true,
    },
    { name: `${prefix}IsOfDeployment`, expression: matchesExpression(name, deploymentForm), isInlined: true },
    {
      name: `${prefix}IsNode`,
      expression: `${node} != '' && (${node} == ${name} || ${node}.startsWith(${name} + '.'))`,
    },
    {
      name: `${prefix}NamesAnotherPod`,
      expression: [
        `${pod} != '' && ${name} != '' && !${own("NamesPod")} && !${own("IsNode")} &&`,
        `(((!${identity}.contains('/') || ${identity}.startsWith(variables.accountNamespace + '/')) && ${isSibling(name, pod)}) ||`,
        `(${own("IsOfDeployment")} && variables.podNodeIsNoPod))`,
      ].join(" "),
    },
  ];
}

/** The variables about the pod to which the token of the writer is bound. An unknown name is ''. */
export const podVariables: readonly CelDefinedVariable[] = [
  { name: "pod", expression: extraValue(podNameKey), isCheap: true },
  { name: "podNode", expression: extraValue(nodeNameKey) },
  {
    name: "podHostname",
    expression: `size(${pod}) <= ${maxLabelBytes} ? ${pod} : ${cutHostname(pod)}`,
  },
  { name: "podNodeIsNoPod", expression: `${node} != '' && !${matchesExpression(firstNodeLabel, deploymentForm)}` },
  {
    name: "podWorkload",
    expression: `${matchesExpression(pod, deploymentForm)} ? ${withoutParts(pod, 2)} : ${matchesExpression(pod, generatedForm)} || ${matchesExpression(pod, ordinalForm)} ? ${withoutParts(pod, 1)} : ${matchesExpression(pod, cutForm)} ? ${beforeCut(pod)} : ${pod}`,
  },
];

/** Returns a CEL expression for the host name of a pod whose name is too long for one. */
export function cutHostname(name: string): string {
  return `${name}.substring(0, ${maxLabelBytes}).find('^.*[^.-]')`;
}

/** Returns a CEL expression for the only value of a key in `extra`, or ''. */
export function extraValue(key: string): string {
  const values = `request.userInfo.?extra[?'${key}'].orValue([])`;
  return `${values}.size() == 1 ? string(${values}[0]) : ''`;
}

function withoutAffixes(identity: string): string {
  return `${identity}.substring(${identity}.lastIndexOf('/') + 1).split('_')[0]`;
}

/** Returns a condition under which an identity contains one of the names. */
function namesAny(identity: string, names: readonly string[]): string {
  const list = `[${names.join(", ")}]`;
  const parts = `${identity}.findAll('[a-z0-9.-]+')`;
  return `(${list}.exists(own, ${identity} == own || ${identity}.startsWith(own + '_') || ${parts}.exists(part, part == own || part.startsWith(own + '.'))))`;
}

/**
 * Returns a condition under which a name has a form in which Kubernetes generates names of pods.
 */
export function isGenerated(name: string): string {
  return anyOf([ordinalForm, generatedForm, cutForm].map((form) => matchesExpression(name, form)));
}

/** Returns a condition under which two names of pods belong to the same workload. */
export function isSibling(name: string, other: string): string {
  const forms = [
    [ordinalForm, 1],
    [generatedForm, 1],
    [deploymentForm, 2],
  ] as const;
  const conditions = forms.map(
    ([form, parts]) =>
      `${matchesExpression(name, form)} && ${matchesExpression(other, form)} && ${withoutParts(name, parts)} == ${withoutParts(other, parts)}`,
  );
  const isCut = `${matchesExpression(name, cutForm)} && ${matchesExpression(other, cutForm)} && ${beforeCut(name)} == ${beforeCut(other)}`;
  return `(${[...conditions, isCut].join(" || ")})`;
}

/** Returns a CEL expression for the first 58 characters of a name that `cutForm` matches. */
function beforeCut(name: string): string {
  return `${name}.substring(0, ${maxLabelBytes - 5})`;
}

/**
 * Returns a CEL expression for a name without its last one or two parts, each with the `-` before
 * it.
 */
export function withoutParts(name: string, parts: 1 | 2): string {
  const shorter = `${name}.substring(0, ${name}.lastIndexOf('-'))`;
  return parts === 1 ? shorter : `${shorter}.substring(0, ${shorter}.lastIndexOf('-'))`;
}
