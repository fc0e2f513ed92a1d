/** What is known of a cluster that a command reads. */
export interface ClusterIdentity {
  /** The address of the API server, without credentials. */
  readonly server?: string | undefined;
  readonly context?: string | undefined;
  /** The uid of the namespace kube-system, which identifies a cluster. */
  readonly uid?: string | undefined;
}
