import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";

const ownName = String.raw`^(?:localhost(?:\.localdomain)?\.?|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[?::1?\]?)(?::\d+)?_?$`;
const template = String.raw`\{\{|\$[({]|^\$[a-z_]`;
const missing = String.raw`^(?:undefined|null|none|nil)$|<no value>|<nil>|%![a-z]\(|\[object `;
const separators = "^[-_./:|@]+$";
const matches = [ownName, template, missing, separators].map((pattern) => `variables.holder.lowerAscii().matches(r'${pattern}')`);

export const cel: CelDefinition = celFinding(
  "spec.holderIdentity",
  [
    "variables.holder != variables.oldHolder && size(variables.holder) <= 512",
    "!(variables.isNodeLease && variables.holder == variables.name)",
    `(${[...matches, "variables.holder == request.namespace + '/'"].join(" || ")})`,
  ].join(" && "),
  { unseen: ["identities of more than 512 characters"] },
);
