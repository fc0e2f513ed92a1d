/** A resource of a cluster that could not be read, and the reason. */
export interface UnreadResource {
  /**
   * The plural name of the resource with its API group, such as
   * `leasecandidates.coordination.k8s.io`. A resource of the core group has only a name, such as
   * `pods`.
   */
  readonly resource: string;
  readonly reason: string;
}
