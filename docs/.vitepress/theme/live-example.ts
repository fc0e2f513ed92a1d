import { startInput } from "../../playground/start-input.ts";

/** The mark that the page sets after it has shown a result of the engine. */
const resultMark = "lease-guard-diagnostics";

/** Lets the example of the start page evaluate its write in the browser. */
export function startLiveExample(): void {
  const form = document.querySelector<HTMLFormElement>("form.live");
  if (form === null || form.dataset["ready"]) return;
  form.dataset["ready"] = "yes";
  form.addEventListener("input", () => void show(form));
  form.addEventListener("submit", (event) => event.preventDefault());
  void show(form);
}

async function show(form: HTMLFormElement): Promise<void> {
  const { evaluate } = await import("../../../src/playground/evaluate.ts");
  const second = String(new FormData(form).get("time") ?? "5").padStart(2, "0");
  const profile = String(new FormData(form).get("profile"));
  const now = `2026-07-01T08:00:${second}Z`;
  const { diagnostics, answers } = await evaluate(
    {
      ...startInput,
      object: startInput.object.replace("08:00:05", `08:00:${second}`),
      policy: startInput.policy.replace("strict", profile),
      now,
    },
    new Date(now),
  );
  const [finding] = diagnostics;
  const isDenied = answers.some(({ isAllowed }) => !isAllowed);
  const word = isDenied ? "denied" : finding === undefined ? "allowed" : "allowed, with a warning";
  const verdict = form.querySelector<HTMLElement>(".verdict");
  const [output, shown, why] = ["output", ".word", ".why"].map((selector) => form.querySelector(selector));
  if (!verdict || !output || !shown || !why) return;
  verdict.className = `verdict ${isDenied ? "denied" : finding === undefined ? "allowed" : "warned"}`;
  output.textContent = `08:00:${second}`;
  shown.textContent = word;
  if (finding === undefined) why.textContent = reasonAt(Number(second));
  else why.replaceChildren(`${finding.message} (`, ruleLink(finding.origin ?? ""), ")");
  performance.mark(resultMark);
}

/** Returns why the rules do not report a takeover: see the page about clocks and terms. */
function reasonAt(second: number): string {
  return second < 15
    ? "In the last 5 seconds of a lease term, skewed clocks can disagree about its end. lease-guard therefore reports nothing."
    : "The lease term of controller-1 has expired, so another client may lead.";
}

function ruleLink(origin: string): HTMLAnchorElement {
  const link = document.createElement("a");
  link.href = `/rules/${origin}`;
  link.textContent = origin;
  return link;
}
