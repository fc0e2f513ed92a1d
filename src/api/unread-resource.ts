/** A resource of a cluster that could not be read, and the reason. */
export interface UnreadResource {
  /** For example `pods` or `leasecandidates.coordination.k8s.io`. */
  readonly resource: string;
  readonly reason: string;
}
