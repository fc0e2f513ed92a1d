/**
 * Returns the DNS name of a Service that kube-apiserver verifies when it calls a webhook:
 * `SERVICE.NAMESPACE.svc`.
 */
export function serviceHost({ name, namespace }: { readonly name: string; readonly namespace: string }): string {
  return `${name}.${namespace}.svc`;
}
