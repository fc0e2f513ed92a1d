/**
 * Returns a policy as `lease-guard learn` writes it for many Leases: two rules, each with a scope
 * for every Lease.
 */
export function learnedPolicy(
  leases: number,
): Readonly<Record<string, unknown>> & { readonly rules: Readonly<Record<string, object>> } {
  const administrators = ["kubeadm:cluster-admins"];
  const rule = (parametersOf: (index: number) => object): object => ({
    mode: "off",
    scopes: Array.from({ length: leases }, (_, index) => ({
      match: { namespaces: [`team-${index % 50}`], names: [`controller-${index}`] },
      mode: "deny",
      parameters: parametersOf(index),
    })),
  });
  return {
    apiVersion: "lease-guard.dev/v1alpha1",
    kind: "Policy",
    profile: "strict",
    rules: {
      "metadata/writer-allowed": rule((index) => ({ users: [learnedUser(index)], groups: administrators })),
      "lease/holder-pattern": rule((index) => ({ patterns: [`controller-${index}-*_*`] })),
    },
  };
}

/** Returns the user that writes a Lease of `learnedPolicy`. */
export function learnedUser(index: number): string {
  return `system:serviceaccount:team-${index % 50}:controller-${index}`;
}
