import type { Block } from "../../harness/page-blocks.ts";

/** The file that contains a YAML block, and the command that reads this file. */
interface YamlCommand {
  readonly file: string;
  readonly text: string;
  readonly command: string;
}

const policyHead = "apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\n";
const leaseHead = "apiVersion: coordination.k8s.io/v1\nkind: Lease\n";
const objectIn = (text: string): string => `${leaseHead}metadata: { name: a, namespace: b }\nspec: {}\n${text}`;
const suiteWith = (text: string): string =>
  `apiVersion: test.lease-guard.dev/v1alpha1\nkind: Suite\nnow: 2026-07-01T08:00:00Z\n${text}cases:\n  - name: a\n    object:\n${objectIn("").replaceAll(/^/gm, "      ").trimEnd()}\n    expect: allowed\n`;

/**
 * The forms of YAML blocks, each with its file and command. A part of a file gets the missing
 * fields.
 */
const forms: readonly (readonly [
  pattern: RegExp,
  file: string,
  complete: (text: string) => string,
  command: string,
])[] = [
  [
    /^apiVersion: lease-guard\.dev\/v1alpha1\nkind: Policy$/m,
    "page-policy.yaml",
    String,
    "lease-guard policy check page-policy.yaml",
  ],
  [
    /^(?:rules|administrators):\n {2}(?:[a-z-]+\/|users)/,
    "page-policy.yaml",
    (text) => policyHead + text,
    "lease-guard policy check page-policy.yaml",
  ],
  [/^kind: Config\nsuppressions:/m, "known.yaml", String, "lease-guard audit -f page-cluster.json --config known.yaml"],
  [/^(?:disabledChecks|programs):/m, ".lease-guard.yaml", String, "lease-guard check lease.yaml"],
  [/^kind: Config$/m, ".lease-guard.yaml", String, "lease-guard check"],
  [/^apiVersion: apps\//, "operator.yaml", String, "lease-guard check operator.yaml"],
  [/^apiVersion: coordination\.k8s\.io\//, "page-object.yaml", String, "lease-guard check page-object.yaml"],
  [
    /^metadata:\n {2}annotations:/,
    "page-object.yaml",
    (text) => leaseHead + text.replace("metadata:", "metadata:\n  name: a"),
    "lease-guard check page-object.yaml",
  ],
  [/^user:\n/, "page-suite.yaml", suiteWith, "lease-guard test page-suite.yaml"],
  [
    /^patches:\n(?![\s\S]*^resources:)/m,
    "deploy/kustomization.yaml",
    (text) => `resources: [../manifests/base]\n${text}`,
    "kubectl kustomize deploy",
  ],
  [/^(?:resources|components):\n/m, "deploy/kustomization.yaml", String, "kubectl kustomize deploy"],
  [
    /^apiVersion: rbac\./,
    "deploy/role.yaml",
    String,
    "echo 'resources: [role.yaml]' > deploy/kustomization.yaml && kubectl kustomize deploy",
  ],
];

/**
 * Returns the file and the command for a YAML block, or undefined for YAML that no program of this
 * project reads.
 */
export function yamlCommand({ text, page }: Block): YamlCommand | undefined {
  const [, named] = /^# (\S+\/kustomization\.yaml)\n/.exec(text) ?? [];
  const found = forms.find(([pattern]) => pattern.test(text));
  if (found === undefined) return undefined;
  const [, file, complete, command] = found;
  // In the session of its page, a kustomization is at the path that the page names.
  const path = named ?? file;
  const folder = path.replace("/kustomization.yaml", "");
  return {
    file: path,
    text: complete(text),
    command: `${named ? command.replace("kustomize deploy", `kustomize ${folder}`) : command} # ${page}`,
  };
}
