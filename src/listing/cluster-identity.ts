/** What is known of a cluster that a command reads. */
export interface ClusterIdentity {
  /**
   * The context, or the name of a file. For the service account of a pod, the uid or the server.
   */
  readonly name: string;
  /** The address of the API server, without credentials. */
  readonly server?: string | undefined;
  readonly context?: string | undefined;
  /** The uid of the namespace kube-system, which identifies a cluster. */
  readonly uid?: string | undefined;
  /** The files that were read instead of an API server. */
  readonly files?: readonly string[] | undefined;
}
