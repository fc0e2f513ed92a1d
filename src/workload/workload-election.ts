import type { FieldPath } from "../core/field/path.ts";
import type { ElectionProgram } from "./program.ts";
import type { SetObject } from "./set-object.ts";

/** A value of a setting, and the field that contains it. */
export interface Located<T> {
  readonly value: T;
  /** The object with the field: the workload, or a ConfigMap that the container reads. */
  readonly object: SetObject;
  readonly path: FieldPath;
}

/** A value that the manifests set. */
export interface SetValue<T> extends Located<T> {
  /** The flag with its dashes, the environment variable, or the key of the configuration file. */
  readonly setting: string;
  readonly place: "flag" | "variable" | "file";
  /** True for the key `b` in the map `a` of a configuration file, whose setting is `a.b`. */
  readonly isNested?: boolean;
}

/** Whether a switch in the manifests switches the election on. */
export interface SetSwitch extends SetValue<boolean> {
  /** True if the setting disables the election. */
  readonly isNegated: boolean;
}

export const timingNames = ["leaseDuration", "renewDeadline", "retryPeriod"] as const;

export type TimingName = (typeof timingNames)[number];

export interface ElectionTiming {
  /** The seconds that apply: of the manifests, or the default of the program. */
  readonly seconds: number | undefined;
  /** The text in the manifests. If it is not a duration, `seconds` is undefined. */
  readonly set: SetValue<string> | undefined;
}

/**
 * What the manifests say about the election of a container. A fact that they do not say is
 * undefined.
 */
export interface WorkloadElection {
  readonly workload: SetObject;
  readonly containerPath: FieldPath;
  readonly image: string;
  /** The row of the program table, or undefined for an unknown program. */
  readonly program: ElectionProgram | undefined;
  /** The replicas, or the maximum of a HorizontalPodAutoscaler. Undefined for a DaemonSet. */
  readonly replicas: Located<number> | undefined;
  /** Without a switch in the manifests, the default of the program. */
  readonly isOn: boolean | undefined;
  /** The switches that the manifests set, also those that another switch overrides. */
  readonly switches: readonly SetSwitch[];
  readonly timings: Readonly<Record<TimingName, ElectionTiming>>;
  /** The name of the lock: of the manifests, or the default of the program. */
  readonly lockName: string | undefined;
  readonly lockNamespace: string | undefined;
  /** The field that sets the name of the lock, if the manifests set it. */
  readonly lockNameField: Located<string> | undefined;
  /** The type of the lock, such as `leases`, if the manifests set it. */
  readonly lockType: SetValue<string> | undefined;
  /** The literal that sets the identity. It is `missing` if the program needs one and has none. */
  readonly identity: SetValue<string> | "missing" | undefined;
  /** True if a flag says that each replica does a part of the work. */
  readonly isSharded: boolean | undefined;
  /** The configuration files that the container reads from ConfigMaps of the set. */
  readonly configuration: readonly Located<object>[];
  readonly serviceAccount: string;
}
