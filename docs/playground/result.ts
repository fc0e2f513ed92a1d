import { originPath } from "../../src/core/text/rule-id.ts";
import { type Answer, type Evaluation, readPolicyText } from "../../src/playground/evaluate.ts";
import type { Diagnostic, PlaygroundInput } from "../../src/playground/playground-input.ts";
import { byId } from "./form.ts";

const paneNames = { object: "Object", oldObject: "Old object", beside: "Other objects", policy: "Policy" } as const;

/** Shows the result of an evaluation. `goTo` moves the focus to a diagnostic. */
export function showEvaluation(
  { diagnostics, answers, kubectl, abstained }: Evaluation,
  isValidTime: boolean,
  goTo: (diagnostic: Diagnostic) => void,
): void {
  setText(
    "summary",
    isValidTime
      ? summary(diagnostics, answers)
      : "The time must be a date or an RFC 3339 time, such as 2026-07-01T08:00:00Z.",
  );
  byId("findings", HTMLUListElement).replaceChildren(...diagnostics.map((each) => findingItem(each, goTo)));
  const skipped = abstained.length === 0 ? "" : `\n\n# Not compared with other objects: ${abstained.join(", ")}`;
  setText("kubectl", kubectl.join("\n\n") + skipped);
  setText("reply", answers.map(({ reply }) => JSON.stringify(reply, null, 2)).join("\n\n"));
  setText("status", answers.flatMap(clientText).join("\n\n"));
}

/** Returns what kube-apiserver sends to the client after the reply of the webhook. */
function clientText({ title, isAllowed, status }: Answer): readonly string[] {
  if (status !== undefined) return [JSON.stringify(status, null, 2)];
  return isAllowed ? [`# ${title}: no error from the webhook`] : [];
}

function summary(diagnostics: readonly Diagnostic[], answers: readonly Answer[]): string {
  if (diagnostics.some(({ level, pane }) => level === "error" && pane === "policy")) return "The policy is invalid.";
  if (answers.length === 0) return "There is no Lease, LeaseCandidate, or AdmissionReview to validate.";
  return answers.map(({ title, isAllowed }) => `${title}: ${isAllowed ? "allowed" : "denied"}`).join("; ");
}

function findingItem(diagnostic: Diagnostic, goTo: (diagnostic: Diagnostic) => void): HTMLLIElement {
  const { pane, line, column, level, message, origin } = diagnostic;
  const item = document.createElement("li");
  item.className = level;
  const place = document.createElement("button");
  place.type = "button";
  place.textContent = `${paneNames[pane]}, line ${line}, column ${column}`;
  place.addEventListener("click", () => goTo(diagnostic));
  item.append(place, ` ${level}: ${message}`);
  if (origin !== undefined) item.append(" (", ruleLink(origin), ")");
  return item;
}

function ruleLink(origin: string): HTMLAnchorElement {
  const link = document.createElement("a");
  link.href = `../${originPath(origin)}`;
  link.textContent = origin;
  return link;
}

/** Shows the export of the policy. The code of the export loads at first use. */
export async function showExport({ policy: text, kubernetesVersion }: PlaygroundInput, now: Date): Promise<void> {
  const { policy } = readPolicyText(text, now);
  const { exportText } = await import("../../src/playground/export-text.ts");
  const { version } = (await import(new URL("examples.js", import.meta.url).href)) as { readonly version: string };
  setText(
    "export",
    policy === undefined ? "The policy is invalid." : exportText(policy, now, { kubernetesVersion, version }),
  );
}

function setText(id: string, text: string): void {
  byId(id, HTMLElement).textContent = text;
}
