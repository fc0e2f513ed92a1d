/** The unit of a duration in the settings of a program. `go` is the form of Go, such as `15s`. */
export type DurationUnit = "go" | "seconds" | "milliseconds";

/**
 * The places from which a program reads a setting. A flag overrides an environment variable.
 * Programs differ in whether both override the configuration file.
 */
export interface Setting {
  /** Keys in the program's configuration file, such as `leaderElection.leaderElect`. */
  readonly keys?: readonly string[];
  /** Names of environment variables. */
  readonly env?: readonly string[];
  /** Names of flags, without dashes. */
  readonly flags?: readonly string[];
}

/** A setting that switches leader election on, or with `isNegated` off. */
export interface ElectionSwitch extends Setting {
  readonly isNegated?: true;
}

/** A duration of the election: the value of the setting, times `factor`, plus `offset`. */
export interface Timing extends Setting {
  /** The unit of the setting. A duration without a setting has no unit. */
  readonly unit?: DurationUnit;
  /** The result without a setting, in seconds. If it is not known, the field is absent. */
  readonly default?: number;
  /** By default 1. It is 0.5 for a renew deadline that is half of the value. */
  readonly factor?: number;
  /** In seconds, and by default 0. */
  readonly offset?: number;
}

/** A name in the settings: a constant or a default, and where a user can set it. */
export interface NameSetting extends Setting {
  readonly default?: string;
  /** True if the program does not start, or does not elect a leader, without a value. */
  readonly isRequired?: true;
  /** Settings that change the name. If one is set, the name is not known. */
  readonly unknownWith?: Setting;
}

export type Election =
  | { readonly kind: "always" | "none" }
  | {
      readonly kind: "switch";
      /** If the default differs between versions that people use, the field is absent. */
      readonly default?: boolean;
      readonly switches: readonly ElectionSwitch[];
    };

export interface ProgramSource {
  /** OWNER/NAME on GitHub. */
  readonly repository: string;
  readonly paths: readonly string[];
  /** The tag or the commit at which the paths were read. */
  readonly version: string;
}

/** A program that elects a leader, or that would need to, with the facts from its source. */
export interface ElectionProgram {
  /** The name, which is also the name of the file. */
  readonly name: string;
  /**
   * The ends of the names of its images, without registry, tag, and digest, such as
   * `cluster-autoscaler` or `kyverno/kyverno`.
   */
  readonly images: readonly string[];
  /**
   * Executables and subcommands that tell the program from the others in its image. A program
   * without commands is the one that runs if no command of the others appears.
   */
  readonly commands?: readonly string[];
  readonly election: Election;
  /** The library, which decides the order of the durations that it accepts. */
  readonly library: "client-go" | "fabric8" | "other";
  readonly leaseDuration?: Timing;
  readonly renewDeadline?: Timing;
  readonly retryPeriod?: Timing;
  /** The name of the Lease. If it is computed, the field is absent. */
  readonly lockName?: NameSetting;
  /**
   * The namespace of the Lease. `own` is the namespace of the pod, and so is a setting without a
   * default that is not set.
   */
  readonly lockNamespace?: NameSetting | "own";
  /** How the program builds its identity, or the setting that contains it. */
  readonly identity?: "pod-name" | "host-name" | "host-name-uuid" | "node-name" | "random" | NameSetting;
  /** What replicas without an election do: the same writes, no harm, or a part of the work each. */
  readonly withoutElection: "harm" | "safe" | "shard";
  /** Flags whose presence means that no election is needed, such as `node-deployment`. */
  readonly shardFlags?: readonly string[];
  /** The readiness probe that only the leader passes. */
  readonly leaderProbe?: { readonly path: string; readonly ports: readonly (string | number)[] };
  /** True if the program releases its Lease at its end. If it is not known, the field is absent. */
  readonly releases?: boolean;
  /** The verbs on Leases that the program needs beyond create, get, and update. */
  readonly moreVerbs?: readonly string[];
  /** Where each fact can be read. A private program of `.lease-guard.yaml` can have none. */
  readonly source?: ProgramSource;
  /** False if the source has not been read. Such a program never leads to an error or a warning. */
  readonly isVerified: boolean;
}
