import { rule } from "../../../src/rules/lease/holder-kept-until-expiry.ts";
import type { Draft } from "../../harness/objects.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, spec } from "../../harness/tweaks.ts";

const now = "2026-07-01T08:00:12Z";
const thief = spec({ holderIdentity: "thief" });
const causes = [{ type: "FieldValueInvalid", field: "spec.holderIdentity" }];

type Tweak = (object: Draft) => void;

const both =
  (...tweaks: readonly Tweak[]): Tweak =>
  (object) => {
    for (const tweak of tweaks) tweak(object);
  };

/** managedFields with one entry for each manager and time. */
const stamps = (...entries: readonly (readonly [manager: string, time?: string])[]): Tweak =>
  metadata({
    managedFields: entries.map(([manager, time]) => ({ manager, operation: "Update", ...(time && { time: `2026-07-01T${time}Z` }) })),
  });
const old5 = spec({ leaseDurationSeconds: 5 });
const renewed = stamps(["controller", "08:00:10"]);
const taken = (time: string): Tweak => spec({ holderIdentity: "thief", leaseDurationSeconds: 5, renewTime: `2026-07-01T${time}Z` });
const takenAt11 = both(taken("08:00:11.500000"), stamps(["controller", "08:00:11"]));
const short = { now: "2026-07-01T08:00:11.600Z", old: both(old5, renewed), tweak: takenAt11 };
const seconds = (leaseDurationSeconds: number) => both(spec({ leaseDurationSeconds }), renewed);
const takenAt10 = both(taken("08:00:10.500000"), renewed);
const many: readonly (readonly [string, string])[] = Array.from({ length: 51 }, () => ["controller", "08:00:11"]);

testRule(rule, {
  silent: {
    "short term: two thirds have passed by the server's clock": { ...short, now: "2026-07-01T08:00:13.334Z" },
    "short term: two thirds have passed by the writer's clock": {
      ...short,
      tweak: both(taken("08:00:13.334000"), stamps(["controller", "08:00:11"])),
    },
    "short term: renewed more than a third ago by the stamps, so the holder's clock is ahead": {
      ...short,
      old: both(old5, stamps(["controller", "08:00:09"])),
    },
    "short term: stamped by a clock that is behind the last stamp": { ...short, old: both(old5, stamps(["controller", "08:00:12"])) },
    "short term: stamped by a clock that is ahead": {
      ...short,
      old: both(old5, stamps(["controller", "08:00:14"])),
      tweak: both(taken("08:00:11.500000"), stamps(["controller", "08:00:15"])),
    },
    "short term: without stamps": { ...short, tweak: both(taken("08:00:11.500000"), metadata({ managedFields: null })) },
    "short term: with an entry without a time": { ...short, tweak: both(taken("08:00:11.500000"), stamps(["controller"])) },
    "short term: with a time that Go alone reads": {
      ...short,
      tweak: both(taken("08:00:11.500000"), stamps(["controller", "8:00:11"])),
    },
    "short term: without stored stamps": { ...short, old: both(old5, metadata({ managedFields: null })) },
    "short term: with too many entries": { ...short, tweak: both(taken("08:00:11.500000"), stamps(...many)) },
    "short term: with too many stored entries": { ...short, old: both(old5, stamps(...many)) },
    "short term: by another field manager, with an old entry of a third": {
      ...short,
      old: both(old5, stamps(["controller", "08:00:10"], ["kubectl-label", "07:00:00"])),
      tweak: both(taken("08:00:11.500000"), stamps(["controller", "08:00:10"], ["kubectl-label", "07:00:00"], ["thief", "08:00:11"])),
    },
    "short term: renewTime kept, so the writer's clock is unknown": {
      ...short,
      tweak: both(spec({ holderIdentity: "thief", leaseDurationSeconds: 5 }), stamps(["controller", "08:00:11"])),
    },
    "short term: renewTime removed": { ...short, tweak: both(takenAt11, spec({ renewTime: null })) },
    "short term: begins in the future, so its clock is wrong": {
      ...short,
      old: both(old5, spec({ renewTime: "2026-07-01T08:00:16.601000Z" })),
    },
    "short term: of two seconds": { now: "2026-07-01T08:00:10.600Z", old: seconds(2), tweak: takenAt10 },
    "short term: of three seconds, a second after its renewal": {
      ...short,
      old: seconds(3),
      now: "2026-07-01T08:00:11.100Z",
      tweak: both(taken("08:00:11.100000"), stamps(["controller", "08:00:11"])),
    },
    "term: ended but for the allowance": { now: "2026-07-01T08:00:20.000Z", tweak: thief },
    "term: ended, though its offset makes it look live": {
      now,
      old: spec({ renewTime: "2026-07-01T08:00:10.123456+23:00" }),
      tweak: thief,
    },
    "term: begins in the future, so its clock is wrong": { now: "2026-07-01T08:00:05.123Z", tweak: thief },
    "term: of 68 years, a day after its renewal": {
      now: "2026-07-02T08:00:05.000Z",
      old: spec({ leaseDurationSeconds: 2_147_483_647 }),
      tweak: thief,
    },
    "term: without renewTime": { now, old: spec({ renewTime: null }), tweak: thief },
    "term: without duration": { now, old: spec({ leaseDurationSeconds: null }), tweak: thief },
    "holder: kept": { now, tweak: spec({ renewTime: "2026-07-01T08:00:12.000000Z" }) },
    "holder: released with an empty text": { now, tweak: spec({ holderIdentity: "", leaseDurationSeconds: 1 }) },
    "holder: released with null": { now, tweak: spec({ holderIdentity: null }) },
    "holder: empty before": { now, old: spec({ holderIdentity: "" }), tweak: thief },
    "holder: null before": { now, old: spec({ holderIdentity: null }), tweak: thief },
    "holder: the one that was preferred": { now, tweak: spec({ holderIdentity: "controller-2", preferredHolder: null }) },
  },
  reports: {
    "short term: of five seconds, a second after its renewal": { ...short, causes },
    "short term: of five seconds, in the second of its renewal": { ...short, tweak: takenAt10, now: "2026-07-01T08:00:10.600Z", causes },
    "short term: of three seconds, in the second of its renewal": {
      now: "2026-07-01T08:00:10.600Z",
      old: seconds(3),
      tweak: takenAt10,
      causes,
    },
    "short term: less than two thirds have passed by both clocks": {
      ...short,
      now: "2026-07-01T08:00:13.333Z",
      tweak: both(taken("08:00:13.333000"), stamps(["controller", "08:00:11"])),
      causes,
    },
    "short term: by another field manager": {
      ...short,
      tweak: both(taken("08:00:11.500000"), stamps(["controller", "08:00:10"], ["thief", "08:00:11"])),
      causes,
    },
    "short term: with an old entry of another field manager": {
      ...short,
      old: both(old5, stamps(["kubectl-label", "07:00:00"], ["controller", "08:00:10"])),
      tweak: both(taken("08:00:11.500000"), stamps(["kubectl-label", "07:00:00"], ["controller", "08:00:11"])),
      causes,
    },
    "holder: another, in the middle of the term": { now, tweak: thief, causes },
    "holder: another, in the last moment of the term": { now: "2026-07-01T08:00:19.999Z", tweak: thief, causes },
    "holder: another, from a clock ahead by the allowance": { now: "2026-07-01T08:00:05.124Z", tweak: thief, causes },
    "holder: in another case": { now, tweak: spec({ holderIdentity: "Controller-1" }), causes },
    "holder: in another Unicode form": {
      now,
      old: spec({ holderIdentity: "caf\u00e9" }),
      tweak: spec({ holderIdentity: "cafe\u0301" }),
      causes,
    },
    "holder: blank, which is no release": { now, tweak: spec({ holderIdentity: " " }), causes },
    "holder: invisible, which is no release": { now, tweak: spec({ holderIdentity: "\u200b" }), causes },
    "holder: preferred by the write itself": { now, tweak: spec({ holderIdentity: "thief", preferredHolder: "thief" }), causes },
    "holder: preferred by the write itself, nobody before": {
      now,
      old: spec({ strategy: null, preferredHolder: "" }),
      tweak: spec({ holderIdentity: "thief", preferredHolder: "thief" }),
      causes,
    },
    "holder: preferred in another case": { now, tweak: spec({ holderIdentity: "Controller-2" }), causes },
    "term: ended by the write itself": {
      now,
      tweak: spec({ holderIdentity: "thief", leaseDurationSeconds: 1, renewTime: "0001-01-01T00:00:00.000000Z", leaseTransitions: 2 }),
      causes,
    },
    "term: of 68 years, in the last moment of its first day": {
      now: "2026-07-02T08:00:04.999Z",
      old: spec({ leaseDurationSeconds: 2_147_483_647 }),
      tweak: thief,
      causes,
    },
    "term: of 68 years": { old: spec({ leaseDurationSeconds: 2_147_483_647 }), tweak: thief, causes },
    "term: written in another offset": { now, old: spec({ renewTime: "2026-07-01T05:30:10.123456-02:30" }), tweak: thief, causes },
  },
});
