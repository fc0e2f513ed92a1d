import { expect } from "vitest";
import type { FindingOrigin } from "../validate/finding-origin.ts";
import { toBeAdmitted, toBeDeniedBy, toBeWarnedBy } from "./matchers.ts";

declare module "vitest" {
  interface Matchers<T> {
    /**
     * Passes if the write is allowed. The matcher validates an object as a create. It uses a
     * verdict as it is.
     */
    toBeAdmitted(): void;
    /**
     * Passes if the rule denies the write; with `field`, such as `spec.leaseName`, only at that
     * field.
     */
    toBeDeniedBy(rule: FindingOrigin, field?: string): void;
    /**
     * Passes if the rule warns the client; with `field`, such as `spec.leaseName`, only about that
     * field.
     */
    toBeWarnedBy(rule: FindingOrigin, field?: string): void;
  }
}

expect.extend({ toBeAdmitted, toBeDeniedBy, toBeWarnedBy });
