import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { validators } from "../../src/config/generated.ts";
import { errorText } from "../../src/core/field/error.ts";
import { checkConfiguration } from "../../src/schema/unknown-fields.ts";
import { privatePrograms } from "../../src/workload/private-programs.ts";
import type { ProgramForm } from "../../src/workload/program-errors.ts";
import { programs } from "../../src/workload/programs/index.ts";
import { blocksOf } from "../harness/page-blocks.ts";

const program = {
  name: "billing-operator",
  images: ["example/billing-operator"],
  election: { kind: "switch", default: false, switches: [{ flags: ["leader-elect"] }] },
  library: "client-go",
  leaseDuration: { unit: "go", flags: ["lease-duration"], default: 15 },
  renewDeadline: { default: 10 },
  lockName: { default: "billing" },
  lockNamespace: "own",
  identity: "host-name-uuid",
  withoutElection: "harm",
};

/** Returns the messages for programs of a settings file: of the schema, or else of the decoder. */
function messages(...list: readonly unknown[]): readonly string[] {
  const value = { apiVersion: "lease-guard.dev/v1alpha1", kind: "Config", programs: list };
  const checked = checkConfiguration<{ readonly programs: readonly ProgramForm[] }>(
    validators,
    "lease-guard.dev/v1alpha1/config.json",
    value,
  );
  if (!checked.ok) return checked.error.map(errorText);
  const decoded = privatePrograms(checked.value.programs);
  return decoded.ok ? [] : decoded.error.map(errorText);
}

const faults: Readonly<Record<string, readonly [change: object, message: string]>> = {
  "an unknown field": [{ leaseDurationSeconds: 15 }, "programs[0].leaseDurationSeconds: Forbidden: unknown field"],
  "no images": [{ images: [] }, "programs[0].images: Invalid value: […]: must not be empty"],
  "an image with a tag": [
    { images: ["example/billing:v1"] },
    'programs[0].images[0]: Invalid value: "example/billing:v1": must be the end of the name of an image, without port, tag, and digest',
  ],
  "a general image": [
    { images: ["operator"] },
    'programs[0].images[0]: Invalid value: "operator": must have more parts, such as example/operator, because many images end in it',
  ],
  "an unknown kind": [
    { election: { kind: "sometimes" } },
    'programs[0].election.kind: Unsupported value: "sometimes": supported values: "always", "none", "switch"',
  ],
  "a switch without settings": [
    { election: { kind: "switch" } },
    "programs[0].election.switches: Required value: name the settings that turn the election on and off",
  ],
  "a setting without a place": [
    { election: { kind: "switch", switches: [{ isNegated: true }] } },
    "programs[0].election.switches[0]: Required value: must have keys, env, or flags",
  ],
  "a default of no switch": [
    { election: { kind: "always", default: true } },
    "programs[0].election.default: Forbidden: has no effect with kind always",
  ],
  "a flag with dashes": [
    { shardFlags: ["--node-deployment"] },
    'programs[0].shardFlags[0]: Invalid value: "--node-deployment": must be the name of a flag, without dashes and value',
  ],
  "no unit": [
    { retryPeriod: { env: ["RETRY"] } },
    "programs[0].retryPeriod.unit: Required value: must be go, seconds, or milliseconds",
  ],
  "a unit of nothing": [
    { retryPeriod: { unit: "go", default: 2 } },
    "programs[0].retryPeriod.unit: Forbidden: has no effect without keys, env, or flags",
  ],
  "a lease as short as the deadline": [
    { renewDeadline: { default: 15 } },
    "programs[0].renewDeadline.default: Invalid value: 15: must be less than the lease duration, 15s",
  ],
  "a retry that client-go rejects": [
    { retryPeriod: { default: 8.4 } },
    "programs[0].renewDeadline.default: Invalid value: 10: is too short for the retry period, 8.4s",
  ],
  "a retry that fabric8 rejects": [
    { library: "fabric8", retryPeriod: { default: 5 } },
    "programs[0].renewDeadline.default: Invalid value: 10: is too short for the retry period, 5s",
  ],
  "an unknown namespace": [
    { lockNamespace: "kube-system" },
    'programs[0].lockNamespace: Unsupported value: "kube-system": supported values: "own"',
  ],
  "an unknown identity": [
    { identity: "pod" },
    'programs[0].identity: Unsupported value: "pod": supported values: "pod-name", "host-name", "host-name-uuid", "node-name", "random"',
  ],
  "a name without a place": [{ lockName: {} }, "programs[0].lockName: Required value: must have keys, env, or flags"],
  "a required name with a default": [
    { identity: { env: ["POD_NAME"], default: "x", isRequired: true } },
    "programs[0].identity.isRequired: Forbidden: contradicts default",
  ],
};

const legal: Readonly<Record<string, object>> = {
  "no change": {},
  "no default of the switch": { election: { kind: "switch", switches: [{ env: ["ELECT"], isNegated: true }] } },
  "a retry that client-go accepts": { retryPeriod: { default: 8.3 } },
  "any retry with another library": { library: "other", retryPeriod: { default: 10 } },
  "a name of a setting": {
    lockNamespace: { env: ["POD_NAMESPACE"] },
    identity: { env: ["POD_NAME"], isRequired: true },
  },
  "no facts beyond the required ones": { leaseDuration: undefined, renewDeadline: undefined, lockName: undefined },
};

describe("privatePrograms", () => {
  it.each(Object.entries(faults))("rejects %s", (_, [change, message]) => {
    expect(messages({ ...program, ...change })).toEqual([message]);
  });

  it.each(Object.entries(legal))("accepts %s", (_, change) => {
    const changed = Object.entries({ ...program, ...change }).filter(([, value]) => value !== undefined);
    expect(messages(Object.fromEntries(changed))).toEqual([]);
  });

  it("rejects two programs that have one image and no commands to tell them apart", () => {
    const other = { ...program, name: "other" };
    const message =
      'programs[1].images[0]: Invalid value: "example/billing-operator": must not be an image of billing-operator, unless commands differ';
    expect(messages(program, other)).toEqual([message]);
    expect(messages(program, { ...other, commands: ["other"] })).toEqual([]);
    expect(messages({ ...program, commands: ["x", "y"] }, { ...other, commands: ["y"] })).toEqual([message]);
  });

  it("accepts each row of the table without its source, so that people can copy a row", () => {
    expect(messages(...programs.map(({ source: _, isVerified: __, ...form }) => form))).toEqual([]);
  });

  it("accepts the example of the page", () => {
    const yaml = blocksOf("docs/programs.md").filter(({ text }) => text.includes("programs:"));
    const examples = yaml.map(({ text }) => parse(text) as { readonly programs: unknown[] });
    expect(examples.length).toBe(1);
    expect(examples.flatMap((example) => messages(...example.programs))).toEqual([]);
  });

  it("trusts the facts", () => {
    const decoded = privatePrograms([program as ProgramForm]);
    expect(decoded).toEqual({ ok: true, value: [{ ...program, isVerified: true }] });
  });
});
