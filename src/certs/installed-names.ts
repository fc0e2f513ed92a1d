/** The name of the namespace, the Service, and the configuration that `manifests/base` installs. */
export const installedName = "lease-guard";

/** The name of the Secret with the serving certificate, which the webhook mounts. */
export const servingSecretName = "lease-guard-tls";

/** The name of the Secret with the CA and its key, which no pod mounts. */
export const caSecretName = "lease-guard-ca";

/** The names of the output files, in the order in which `certs generate` writes them. */
export const certificateFileNames = ["ca.crt", "tls.crt", "tls.key", "ca-bundle.patch.yaml", "kustomization.yaml"] as const;

/** The names of the output files in a sentence. */
export const certificateFilesText: string = certificateFileNames.join(", ").replace(/, (?=[^,]*$)/, " and ");
