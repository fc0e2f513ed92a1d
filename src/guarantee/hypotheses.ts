/**
 * The hypotheses of the guarantee, in the order of the reports. If all of them hold for an
 * election, no two correct clients lead at the same time. `docs/elections.md` explains them.
 */
export const hypotheses = [
  { id: "writes-sent", heading: "SENT", claim: "kube-apiserver sends every write of the Lease to lease-guard" },
  { id: "rules-deny", heading: "DENIED", claim: "the policy denies what the profile strict denies" },
  { id: "fails-closed", heading: "FAIL", claim: "if lease-guard does not respond, kube-apiserver rejects the write" },
  {
    id: "tokens-bound",
    heading: "BOUND",
    claim: "every service account that writes has a token that is bound to a pod, with its node",
  },
  { id: "holder-named", heading: "NAMED", claim: "the holder identity names a pod of a Deployment" },
  {
    id: "collector-known",
    heading: "GC",
    claim: "the garbage collector has its own service account, so that lease-guard recognizes it",
  },
  { id: "clients-elect", heading: "CLIENT", claim: "the clients elect the leader themselves, as client-go does" },
  { id: "clocks-agree", heading: "CLOCKS", claim: "the clocks differ by at most the allowed skew" },
  {
    id: "deadline-early",
    heading: "TIMING",
    claim:
      "the lease duration and the skew are at most 5 minutes, and a leader stops early enough: retry period + renew deadline + latency ≤ lease duration − allowance − 1s − skew",
  },
] as const;

/** The conditions of the guarantee that no command reads, because it does not read permissions. */
export const assumptions: readonly string[] = ["no client can impersonate a replica or choose the name of a pod"];

export type HypothesisId = (typeof hypotheses)[number]["id"];

/**
 * What a cluster shows about a hypothesis. The reason names what fails or which fact is missing. If
 * the hypothesis holds, the reason is the evidence.
 */
export interface Answer {
  readonly status: "holds" | "fails" | "not known";
  readonly reason: string;
}

export function holds(reason: string): Answer {
  return { status: "holds", reason };
}

export function fails(reason: string): Answer {
  return { status: "fails", reason };
}

export function notKnown(reason: string): Answer {
  return { status: "not known", reason };
}
