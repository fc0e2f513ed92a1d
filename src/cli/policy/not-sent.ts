import { notSentSettings, notSentText } from "../../policy/not-sent-settings.ts";
import type { PolicyDiagnostic, ReadablePolicy } from "../../policy-file/read-policy.ts";
import { celRules } from "../../rules/cel/index.ts";
import { ruleById } from "../../rules/find-rule.ts";
import type { RuleId } from "../../rules/rule.ts";
import { runnersOf } from "../../rules/rule-runner.ts";
import { joinWords } from "../../text/join-words.ts";
import type { NamedRegistration } from "./registration.ts";

/**
 * Returns a warning for each rule or scope of a policy that does not apply to all of its writes in
 * the webhook. kube-apiserver does not send some of these writes, or does not send the other
 * objects that the rule needs.
 */
export function notSentWarnings({ policy, locate }: ReadablePolicy, registration: NamedRegistration): readonly PolicyDiagnostic[] {
  return notSentSettings(policy, registration, new Date()).map(({ rule, field, notSent }) => {
    const needsOthers = notSent.some(({ what }) => what === "other-objects");
    const message = needsOthers
      ? `does not apply in the webhook, because kube-apiserver sends only the object of the write; use lease-guard ${commandsOf(rule)}`
      : `does not apply to ${notSentText(notSent)}, because ${registration.name} does not send them`;
    return { ...locate(field), message };
  });
}

/** Returns the commands that run or export a relation rule, such as `check, test, or audit`. */
function commandsOf(id: RuleId): string {
  const [rule, cel] = [ruleById(id), celRules.get(id)];
  const running = rule === undefined ? [] : runnersOf(rule).filter(({ isCommand }) => isCommand);
  const isExported = cel !== undefined && !("noCel" in cel);
  return joinWords([...running.map(({ name }) => name), isExported ? "policy export --relations" : ""], "or");
}
