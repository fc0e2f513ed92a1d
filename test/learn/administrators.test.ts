import { expect, it } from "vitest";
import { learnedValidate } from "../election/learned-policy.ts";
import { runAttack } from "../election/outcome.ts";
import { subjects } from "../election/subjects.ts";

const interventions = Object.values(subjects)
  .flatMap((subject) => Object.entries(subject))
  .filter(([, history]) => history.class === "intervention");

const administrator = { username: "kubernetes-admin", groups: ["kubeadm:cluster-admins", "system:authenticated"] };

it.each(interventions)(
  "a learned policy allows an administrator what it denies to other persons: %s",
  async (_, history) => {
    const validate = await learnedValidate(history);
    const acts = history.acts.map((act) =>
      act.by?.username.startsWith("system:") === false ? { ...act, by: administrator } : act,
    );
    expect(acts).not.toEqual(history.acts);
    expect(runAttack({ ...history, acts }, () => true, validate).outcome).not.toBe("denied");
  },
);
