import { expect } from "vitest";
import type { FindingOrigin } from "../../engine/validate/finding-origin.ts";
import { toBeAdmitted, toBeDeniedBy, toBeWarnedBy } from "./matchers.ts";

declare module "vitest" {
  interface Matchers<T> {
    /**
     * Passes if the write is allowed, with or without warnings. The received value is a verdict, or
     * an object that the matcher validates as a create. Throws a TypeError for an object that
     * lease-guard does not validate.
     */
    toBeAdmitted(): void;
    /**
     * Passes if the rule denies the write. If `field` is set, such as `spec.leaseName`, the rule
     * must deny the write because of that field. Throws a TypeError for an unknown rule.
     */
    toBeDeniedBy(rule: FindingOrigin, field?: string): void;
    /**
     * Passes if the rule warns the client. If `field` is set, such as `spec.leaseName`, the rule
     * must warn about that field. Throws a TypeError for an unknown rule.
     */
    toBeWarnedBy(rule: FindingOrigin, field?: string): void;
  }
}

expect.extend({ toBeAdmitted, toBeDeniedBy, toBeWarnedBy });
