import { expect } from "vitest";
import type { Finder } from "../library/finder.ts";
import { toBeAdmitted, toBeDeniedBy, toBeWarnedBy } from "./matchers.ts";

declare module "vitest" {
  interface Matchers<T> {
    /** The write is allowed: of this object as a create, or the write of this verdict. */
    toBeAdmitted(): void;
    /** A rule denies the write; with `field`, such as `spec.leaseName`, at that field. */
    toBeDeniedBy(rule: Finder, field?: string): void;
    /** A rule warns the client; with `field`, such as `spec.leaseName`, of that field. */
    toBeWarnedBy(rule: Finder, field?: string): void;
  }
}

expect.extend({ toBeAdmitted, toBeDeniedBy, toBeWarnedBy });
