import { coordinatedClient } from "./coordinated-client.ts";
import { controller, elections, type Participant } from "./elections.ts";

/** Returns a client whose versions change when the process is replaced, as in a rolling update. */
const updated = (number: number, versions: readonly string[]): Participant => ({
  title: `coordinated ${number}`,
  user: {
    username: "system:serviceaccount:team-a:controller",
    groups: ["system:serviceaccounts", "system:authenticated"],
  },
  start: ({ clock, leaseDurationSeconds, replacements }) => {
    const version = versions[Math.min(replacements, versions.length - 1)] ?? "1.36.0";
    const lease = { kind: "Lease", namespace: "team-a", name: "controller" } as const;
    const identity = `controller-${number}_${replacements}`;
    return coordinatedClient(
      { lease, identity, leaseDurationSeconds, binaryVersion: version, emulationVersion: version },
      clock,
    );
  },
});

/**
 * The participants of coordinated elections. In the last two, each replaced process has another
 * version.
 */
export const coordinatedElections: Readonly<Record<string, readonly Participant[]>> = {
  ...Object.fromEntries(
    Object.entries(elections).flatMap(([title, { participants }]) =>
      participants.includes(controller) ? [[title, participants]] : [],
    ),
  ),
  "an upgrade": [1, 2, 3].map((number) => updated(number, ["1.35.0", "1.36.0", "1.36.1"])).concat(controller),
  "an upgrade and a rollback": [1, 2, 3]
    .map((number) => updated(number, ["1.35.0", "1.36.0", "1.35.0"]))
    .concat(controller),
};
