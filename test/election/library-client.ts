import { type ApiObject, microTime, newObject, type Spec } from "./api-object.ts";
import type { Client, Clock, Turn } from "./client.ts";
import type { ElectorConfig } from "./client-go.ts";
import { hasRunOut } from "./merge-patch-client.ts";

/** The differences between the writes of a library and the writes of client-go. */
export interface Library {
  /**
   * Returns the spec of a new lease term. A library that edits the old spec keeps the other fields.
   */
  readonly term: (term: Term, old: Spec | undefined) => Spec;
  /**
   * Returns the spec after a release. If the library does not release Leases, the field is absent.
   */
  readonly release?: (old: Spec, now: string) => Spec;
  /**
   * True if a release does not remove the holder. The next acquisition then replaces the holder,
   * instead of setting a holder on a Lease without one.
   */
  readonly keepsHolder?: true;
}

interface Term {
  readonly holderIdentity: string;
  readonly leaseDurationSeconds: number;
  readonly acquireTime: string;
  readonly renewTime: string;
}

const counted = (term: Term, old: Spec | undefined): Spec => ({
  ...term,
  leaseTransitions: old ? (old.leaseTransitions ?? 0) + 1 : 0,
});

/** The libraries, modeled after their source code. All libraries write with a resourceVersion. */
export const libraries: Readonly<Record<string, Library>> = {
  "fabric8 (Java), which releases to a null holder": {
    term: counted,
    release: (old, now) => ({
      ...old,
      holderIdentity: null,
      leaseDurationSeconds: 1,
      renewTime: now,
      acquireTime: now,
    }),
  },
  "fabric8 (Java), which keeps the holder when it releases": {
    term: counted,
    release: (old, now) => ({ ...old, leaseDurationSeconds: 1, renewTime: now, acquireTime: now }),
    keepsHolder: true,
  },
  "C#, which releases to an empty holder": {
    term: counted,
    release: (old, now) => ({ ...old, holderIdentity: "", leaseDurationSeconds: 1, renewTime: now, acquireTime: now }),
  },
  "Python, which writes no transitions and never releases": { term: (term) => ({ ...term }) },
  "Node.js, which leaves transitions alone and drops renewTime on release": {
    term: (term, old) => ({ ...old, ...term }),
    release: (old) => ({ ...old, holderIdentity: null, renewTime: null }),
  },
  "Node.js, which misspells the duration of a new Lease": {
    term: ({ leaseDurationSeconds, ...term }, old) => ({ ...old, ...term, ...(old && { leaseDurationSeconds }) }),
    release: (old) => ({ ...old, holderIdentity: null, renewTime: null }),
  },
  "kubert (Rust), which leaves only transitions behind": {
    term: counted,
    release: ({ leaseTransitions }) => ({ ...(typeof leaseTransitions === "number" && { leaseTransitions }) }),
  },
};

/**
 * Returns a client that compares renewTime with its own wall clock. Unlike client-go, most
 * libraries use this comparison.
 */
export function libraryClient(
  library: Library,
  { lease, identity, leaseDurationSeconds }: ElectorConfig,
  clock: Clock,
): Client {
  return {
    *tick() {
      const { code, object } = yield { verb: "get", ref: lease };
      const now = microTime(clock.wall());
      const term = { holderIdentity: identity, leaseDurationSeconds, acquireTime: now, renewTime: now };
      if (code === 404) yield { verb: "create", object: newObject(lease, library.term(term, undefined)) };
      if (object === undefined) return;
      if (object.spec.holderIdentity === identity)
        yield* put(object, { ...object.spec, leaseDurationSeconds, renewTime: now });
      else if (hasRunOut(object.spec, clock.wall())) yield* put(object, library.term(term, object.spec));
    },
    *stop() {
      const { object } = yield { verb: "get", ref: lease };
      if (object?.spec.holderIdentity !== identity || library.release === undefined) return;
      yield* put(object, library.release(object.spec, microTime(clock.wall())));
    },
  };
}

function* put(object: ApiObject, spec: Spec): Turn {
  yield { verb: "update", object: { ...object, spec } };
}
