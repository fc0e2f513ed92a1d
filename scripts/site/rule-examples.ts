import { readFileSync } from "node:fs";
import { parse } from "yaml";
import {
  defaultKubernetesVersion,
  type KubernetesVersion,
  servedIn,
  servingVersions,
} from "../../src/core/api/kubernetes-version.ts";
import { servedVersionOf } from "../../src/core/api/served-versions.ts";
import { nodeNameKey, podNameKey } from "../../src/core/api/user-extra.ts";
import { toManifest } from "../../src/manifest/to-yaml.ts";
import { evaluate } from "../../src/playground/evaluate.ts";
import type { PlaygroundInput } from "../../src/playground/playground-input.ts";
import { emptyInput } from "../../src/playground/share-link.ts";
import { policyApiVersion } from "../../src/policy/file/policy-document.ts";
import { rules } from "../../src/rules/index.ts";
import type { ChangeOperation, RuleId } from "../../src/rules/rule.ts";
import { type ExampleHead, expandRepeats, readHead, readSections } from "../rule-page.ts";

export interface RuleExample {
  readonly rule: RuleId;
  readonly section: "Denied" | "Accepted";
  /** The YAML on the page. */
  readonly yaml: string;
  /** The messages on the page. The list is empty for an accepted example. */
  readonly messages: readonly string[];
  readonly input: PlaygroundInput;
}

const defaultTime = "2026-07-01T08:01:00Z";

export async function ruleExamples(): Promise<readonly RuleExample[]> {
  return (await Promise.all(rules.map(({ id }) => examplesOf(id)))).flat();
}

async function examplesOf(rule: RuleId): Promise<readonly RuleExample[]> {
  const page = readFileSync(`docs/rules/${rule}.md`, "utf8");
  const sections = readSections(page);
  const textsOf = (heading: string) =>
    sections.find((section) => section.heading === heading)?.fences.map(({ text }) => text) ?? [];
  const [denied = "", messages = ""] = textsOf("Denied");
  const [accepted = ""] = textsOf("Accepted");
  return [
    await toExample({ rule, section: "Denied", yaml: denied, messages: messages.trimEnd().split("\n") }),
    await toExample({ rule, section: "Accepted", yaml: accepted, messages: [] }),
  ];
}

/**
 * Converts an example to an input of the playground. kube-apiserver sets some fields of an update
 * before it calls a webhook. If the messages of the input therefore differ from the messages on the
 * page, the example becomes an AdmissionReview.
 */
async function toExample(example: Omit<RuleExample, "input">): Promise<RuleExample> {
  const { head, documents: text } = readHead(example.yaml);
  const documents = expandRepeats(text).split(/^---\n/m);
  const input = toInput(example.rule, head, documents);
  const isShown = (await messagesOf(input)).join("\n") === example.messages.join("\n");
  return { ...example, input: isShown ? input : asReview(input, head, documents) };
}

/** Returns the findings of an input, in the form in which a page quotes them. */
async function messagesOf(input: PlaygroundInput): Promise<readonly string[]> {
  const { diagnostics } = await evaluate(input, new Date(defaultTime));
  return diagnostics
    .filter(({ level }) => level !== "note")
    .map(({ message, origin }) => `${message} (${origin ?? "no rule"})`);
}

function toInput(rule: RuleId, head: ExampleHead, documents: readonly string[]): PlaygroundInput {
  const { now = defaultTime, user = "", groups = [], extra = {}, parameters, beside = [] } = head;
  const [first = "", second] = documents;
  const operation: ChangeOperation = second === undefined ? (head.operation ?? "CREATE") : "UPDATE";
  const setting = { mode: "deny", ...(parameters && { parameters }) };
  return {
    ...emptyInput,
    object: second ?? first,
    oldObject: second === undefined ? "" : first,
    beside: toManifest([], beside),
    policy: toManifest([], [{ apiVersion: policyApiVersion, kind: "Policy", rules: { [rule]: setting } }]),
    operation,
    kubernetesVersion: kubernetesVersionOf(second ?? first),
    user,
    groups: groups.join(", "),
    pod: extra[podNameKey]?.[0] ?? "",
    node: extra[nodeNameKey]?.[0] ?? "",
    now: new Date(now).toISOString().replace(".000Z", "Z"),
  };
}

/**
 * Returns the default Kubernetes version if it serves an object, and otherwise the newest version
 * that serves the object.
 */
function kubernetesVersionOf(document: string): KubernetesVersion {
  const served = servedVersionOf(parse(document));
  if (served === undefined || servedIn(served, defaultKubernetesVersion)) return defaultKubernetesVersion;
  return servingVersions(served).at(-1) ?? defaultKubernetesVersion;
}

function asReview(
  input: PlaygroundInput,
  { user = "", groups = [], extra }: ExampleHead,
  documents: readonly string[],
): PlaygroundInput {
  const [first = "", second] = documents;
  const served = servedVersionOf(parse(second ?? first));
  if (served === undefined) throw new Error(`an example has no served version: ${first}`);
  const { gvk, resource } = served;
  const { operation } = input;
  const request = {
    uid: "0a1b2c3d-0000-4000-8000-000000000000",
    kind: gvk,
    resource: { group: gvk.group, version: gvk.version, resource },
    operation,
    userInfo: { username: user, groups, ...(extra && { extra }) },
  };
  const review = toManifest([], [{ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", request }]);
  const only = operation === "DELETE" ? field("oldObject", first) : field("object", first);
  const objects = second === undefined ? only : field("oldObject", first) + field("object", second);
  return { ...input, object: review + objects, oldObject: "", user: "", groups: "", pod: "", node: "" };
}

/** Returns a field of the request with a document as its value. */
function field(name: string, document: string): string {
  return `  ${name}:\n${document.replaceAll(/^(?=.)/gm, "    ")}`;
}
