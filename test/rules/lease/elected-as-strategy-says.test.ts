import { rule } from "../../../src/rules/lease/elected-as-strategy-says.ts";
import { candidate } from "../../harness/candidates.ts";
import type { Draft } from "../../harness/objects.ts";
import { type Row, testRule } from "../../harness/rule-table.ts";
import { spec } from "../../harness/tweaks.ts";

const byHolder = [{ type: "FieldValueInvalid", field: "spec.holderIdentity" }];
const byPreference = [{ type: "FieldValueInvalid", field: "spec.preferredHolder" }];

/** Returns a candidate of emulationVersion 1.35.0 and binaryVersion 1.36.0, a minute old. */
const live = (name: string, fields = {}): Draft => candidate("v1beta1", name, fields);
const created = (object: Draft, creationTimestamp: string | null): Draft => ({
  ...object,
  metadata: { ...object.metadata, creationTimestamp },
});
const newer = { emulationVersion: "1.36.0" };
const older = { emulationVersion: "1.34.0" };

/** The spec of a Lease that controller-1 renewed 10 s before the write. */
const renewed = { renewTime: "2026-07-01T08:00:50.000000Z", preferredHolder: null };
/** A write that makes controller-1 the holder. */
const taken: Row = {
  old: spec({ holderIdentity: "controller-9", preferredHolder: "controller-9" }),
  tweak: spec(renewed),
};
/** The same write next to controller-2, which has a lower emulationVersion. */
const wrong: Row = { ...taken, beside: () => [live("controller-1"), live("controller-2", older)] };

testRule(rule, {
  silent: {
    "holderIdentity: the lowest emulationVersion": {
      ...taken,
      beside: () => [live("controller-1"), live("controller-2", newer)],
    },
    "holderIdentity: the lowest binaryVersion of that emulationVersion": {
      ...taken,
      beside: () => [live("controller-1"), live("controller-2", { binaryVersion: "1.36.1" })],
    },
    "holderIdentity: the oldest of those versions": {
      ...taken,
      beside: () => [live("controller-1"), created(live("controller-2"), "2026-07-01T08:00:00.5Z")],
    },
    "holderIdentity: a candidate without a strategy is older": {
      ...taken,
      beside: () => [live("controller-1"), live("controller-2", { ...older, strategy: null })],
    },
    "holderIdentity: as old as another": {
      ...taken,
      beside: () => [live("controller-2"), live("controller-1"), live("controller-3")],
    },
    "holderIdentity: the same versions with build metadata": {
      ...taken,
      beside: () => [
        live("controller-1", { emulationVersion: "1.35.0+b", binaryVersion: "1.36.0+b" }),
        live("controller-2"),
      ],
    },
    "holderIdentity: a pre-release of the lowest emulationVersion": {
      ...taken,
      beside: () => [live("controller-1", { emulationVersion: "1.35.0-rc.1" }), live("controller-2")],
    },
    "holderIdentity: 1.9.0 next to 1.10.0": {
      ...taken,
      beside: () => [
        live("controller-1", { emulationVersion: "1.9.0" }),
        live("controller-2", { emulationVersion: "1.10.0" }),
      ],
    },
    "holderIdentity: one of the oldest does not count, because its version is invalid": {
      ...taken,
      beside: () => [
        live("controller-1"),
        live("controller-2", { emulationVersion: "1.2" }),
        live("controller-3", { binaryVersion: "v1.0.0" }),
      ],
    },
    "holderIdentity: as it was": { ...wrong, operations: ["UPDATE"], old: spec({ preferredHolder: null }) },
    "holderIdentity: empty": { ...wrong, tweak: spec({ ...renewed, holderIdentity: "" }) },
    "holderIdentity: absent": { ...wrong, tweak: spec({ ...renewed, holderIdentity: null }) },
    "holderIdentity: not a candidate, for another rule to report": {
      ...wrong,
      tweak: spec({ ...renewed, holderIdentity: "controller-8" }),
    },
    "preferredHolder: not a candidate, for another rule to report": {
      ...wrong,
      tweak: spec({ ...renewed, preferredHolder: "controller-8" }),
    },
    "preferredHolder: the lowest emulationVersion": {
      ...wrong,
      tweak: spec({ ...renewed, preferredHolder: "controller-2" }),
    },
    "preferredHolder: another, while the holder has the lowest emulationVersion": {
      ...taken,
      tweak: spec({ ...renewed, preferredHolder: "controller-2" }),
      beside: () => [live("controller-1"), live("controller-2", newer)],
    },
    "strategy: another": { ...wrong, tweak: spec({ ...renewed, strategy: "example.com/newest" }) },
    "strategy: absent": { ...wrong, tweak: spec({ ...renewed, strategy: null }) },
    "strategy: of the candidates is another": {
      ...taken,
      beside: () => [
        live("controller-1"),
        live("controller-2", { ...older, binaryVersion: "1.36.1", strategy: "example.com/newest" }),
      ],
    },
    "strategy: the candidates disagree": {
      ...taken,
      beside: () => [live("controller-1"), live("controller-2", { ...older, strategy: "example.com/newest" })],
    },
    "renewTime: expired by a millisecond": {
      ...wrong,
      tweak: spec({ ...renewed, renewTime: "2026-07-01T08:00:44.999000Z" }),
    },
    "renewTime: absent": { ...wrong, tweak: spec({ ...renewed, renewTime: null }) },
    "candidates: one was created less than a minute ago": {
      ...taken,
      beside: () => [live("controller-1"), created(live("controller-2", older), "2026-07-01T08:00:01Z")],
    },
    "candidates: the holder was created less than a minute ago": {
      ...taken,
      beside: () => [created(live("controller-1"), "2026-07-01T08:00:01Z"), live("controller-2", older)],
    },
    "candidates: one has no creationTimestamp": {
      ...taken,
      beside: () => [live("controller-1"), live("controller-2", older), created(live("controller-3"), null)],
    },
    "candidates: one was pinged less than a minute ago": {
      ...taken,
      beside: () => [
        live("controller-1"),
        live("controller-2", older),
        live("controller-3", { pingTime: "2026-07-01T08:00:00.001000Z" }),
      ],
    },
    "candidates: the one with the lowest emulationVersion does not respond to pings": {
      ...taken,
      beside: () => [
        live("controller-1"),
        live("controller-2", { ...older, renewTime: "2026-07-01T07:59:59.999999Z" }),
      ],
    },
    "candidates: none answers pings": {
      ...taken,
      beside: () => [
        live("controller-1", { renewTime: "2026-07-01T07:59:59.000000Z" }),
        live("controller-2", { ...older, renewTime: "2026-07-01T07:59:59.999999Z" }),
      ],
    },
    "candidates: the one with the lowest emulationVersion has expired": {
      ...taken,
      beside: () => [
        live("controller-1"),
        live("controller-2", { ...older, pingTime: null, renewTime: "2026-07-01T07:30:59.999000Z" }),
      ],
    },
    "candidates: the one with the lowest emulationVersion is of another Lease": {
      ...taken,
      beside: () => [live("controller-1"), live("controller-2", { ...older, leaseName: "other" })],
    },
    "candidates: none known": { ...taken, abstains: true },
  },
  reports: {
    "holderIdentity: a higher emulationVersion": { ...wrong, causes: byHolder },
    "holderIdentity: a higher emulationVersion, at the end of the term": {
      ...wrong,
      tweak: spec({ ...renewed, renewTime: "2026-07-01T08:00:45.000000Z" }),
      causes: byHolder,
    },
    "holderIdentity: a higher binaryVersion": {
      ...taken,
      beside: () => [live("controller-1"), live("controller-2", { binaryVersion: "1.35.9" })],
      causes: byHolder,
    },
    "holderIdentity: the release of a pre-release": {
      ...taken,
      beside: () => [live("controller-1"), live("controller-2", { emulationVersion: "1.35.0-rc.1" })],
      causes: byHolder,
    },
    "holderIdentity: younger by a second": {
      ...taken,
      beside: () => [live("controller-1"), created(live("controller-2"), "2026-07-01T07:59:59Z")],
      causes: byHolder,
    },
    "holderIdentity: 1.10.0 next to 1.9.0": {
      ...taken,
      beside: () => [
        live("controller-1", { emulationVersion: "1.10.0" }),
        live("controller-2", { emulationVersion: "1.9.0" }),
      ],
      causes: byHolder,
    },
    "holderIdentity: not one of two that are best": {
      ...taken,
      beside: () => [live("controller-1"), live("controller-2", older), live("controller-3", older)],
      causes: byHolder,
    },
    "holderIdentity: a candidate with an invalid version": {
      ...taken,
      beside: () => [live("controller-1", { emulationVersion: "1.2" }), live("controller-2")],
      causes: byHolder,
    },
    "preferredHolder: a higher emulationVersion": {
      ...wrong,
      tweak: spec({ ...renewed, holderIdentity: "controller-9", preferredHolder: "controller-1" }),
      causes: byPreference,
    },
    "preferredHolder: removed": {
      ...wrong,
      operations: ["UPDATE"],
      old: spec({ preferredHolder: "controller-2" }),
      tweak: spec(renewed),
      causes: byHolder,
    },
    "candidates: pinged never": {
      ...taken,
      beside: () => [live("controller-1", { pingTime: null }), live("controller-2", { ...older, pingTime: null })],
      causes: byHolder,
    },
    "candidates: the one with the lowest emulationVersion answered at the time of the ping": {
      ...taken,
      beside: () => [
        live("controller-1"),
        live("controller-2", { ...older, renewTime: "2026-07-01T08:00:00.000000Z" }),
      ],
      causes: byHolder,
    },
    "candidates: the one with the lowest emulationVersion renewed 30 minutes ago": {
      ...taken,
      beside: () => [
        live("controller-1"),
        live("controller-2", { ...older, pingTime: null, renewTime: "2026-07-01T07:31:00.000000Z" }),
      ],
      causes: byHolder,
    },
    "candidates: of v1alpha1": {
      ...taken,
      beside: () => [candidate("v1alpha1", "controller-1"), candidate("v1alpha1", "controller-2", older)],
      causes: byHolder,
    },
  },
});
