/** The flags of `lease-guard serve` that `doctor` reads from the container of an installation. */
export const serveFlagNames = {
  securePort: "--secure-port",
  healthProbeBindAddress: "--health-probe-bind-address",
  policy: "--policy",
  deny: "--deny",
} as const;

export type ServeFlagName = (typeof serveFlagNames)[keyof typeof serveFlagNames];
