import { expect, it } from "vitest";
import { garbageCollector } from "../election/histories/clients.ts";
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
    // The garbage collector must wait until the lease term has expired, also if a person deleted the owner.
    const own = acts.filter(({ by }) => by !== garbageCollector);
    expect(runAttack({ ...history, acts: own }, () => true, validate).outcome).not.toBe("denied");
  },
);
