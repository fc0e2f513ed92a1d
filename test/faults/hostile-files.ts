import { renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { vi } from "vitest";
import type { Attack, Attacker } from "./attacker.ts";
import { badFiles, badPairs } from "./bad-certificates.ts";
import { policyBombs } from "./policy-bombs.ts";
import { samplesOf } from "./served.ts";

/** The time between two changes, in which the server reads each change. */
const betweenMs = 1_000;

interface Changing {
  /** The samples that count the changes that the server rejects and accepts. */
  readonly rejected: string;
  readonly accepted: string;
  readonly changes: (attack: Attack) => readonly (() => void)[];
  readonly restore: (attack: Attack) => void;
}

/** Changes files of the server in turn. The server must reject every change that it reads. */
function changing(name: string, { rejected, accepted, changes, restore }: Changing): Attacker {
  return {
    name,
    start: (attack) => {
      const all = changes(attack);
      let next = 0;
      const change = () => all[next++ % all.length]?.();
      const before = samplesOf(attack.metrics);
      change();
      const timer = setInterval(change, betweenMs);
      return async () => {
        clearInterval(timer);
        const old = await before;
        const more = (now: ReadonlyMap<string, number>, series: string) =>
          (now.get(series) ?? 0) - (old.get(series) ?? 0);
        // A slow server possibly has not read a whole change yet. The last change stays.
        const isRejected = async () => more(await samplesOf(attack.metrics), rejected) > 0;
        await vi.waitUntil(isRejected, { timeout: 30_000, interval: 200 }).catch(() => {});
        const now = await samplesOf(attack.metrics);
        restore(attack);
        return { rejected: more(now, rejected), accepted: more(now, accepted) };
      };
    },
    accepts: (outcomes) => (outcomes["rejected"] ?? 0) > 0 && outcomes["accepted"] === 0,
  };
}

const bomb = ({ policies }: Attack): string => join(policies, "bomb.yaml");

/** Puts something in the place of a file at once. */
function replace(file: string, make: (path: string) => void): void {
  rmSync(`${file}.new`, { force: true });
  make(`${file}.new`);
  renameSync(`${file}.new`, file);
}

/** Attackers that change the files of a server. */
export const changers: readonly Attacker[] = [
  changing("policies that are expensive to parse", {
    rejected: 'policy_reloads_total{result="error"}',
    accepted: 'policy_reloads_total{result="success"}',
    changes: (attack) =>
      Object.values(policyBombs).map((text) => () => replace(bomb(attack), (path) => writeFileSync(path, text))),
    restore: (attack) => rmSync(bomb(attack)),
  }),
  changing("certificate files that Go clients reject, or that have no end", {
    rejected: 'certificate_reloads_total{result="error"}',
    accepted: 'certificate_reloads_total{result="success"}',
    changes: ({ mount }) => [
      ...Object.values(badPairs).map((pair) => () => mount.swap(pair)),
      ...Object.values(badFiles).map((make) => () => replace(mount.files.certificate, make)),
    ],
    restore: ({ mount }) => replace(mount.files.certificate, (path) => symlinkSync("..data/tls.crt", path)),
  }),
];
