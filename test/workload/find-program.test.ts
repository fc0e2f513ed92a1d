import { describe, expect, it } from "vitest";
import { programFinder } from "../../src/workload/find-program.ts";
import type { ElectionProgram } from "../../src/workload/program.ts";
import { programs } from "../../src/workload/programs/index.ts";

const find = programFinder(programs);

const rows: Readonly<Record<string, readonly [image: string, words: readonly string[], name: string | undefined]>> = {
  "a tag": ["registry.k8s.io/autoscaling/cluster-autoscaler:v1.36.1", [], "cluster-autoscaler"],
  "no registry": ["cluster-autoscaler", [], "cluster-autoscaler"],
  "a registry with a port": ["registry.example.com:5000/cluster-autoscaler", [], "cluster-autoscaler"],
  "a digest": ["example.com/mirror/cluster-autoscaler@sha256:0123", [], "cluster-autoscaler"],
  "a tag and a digest": ["example.com/cluster-autoscaler:v1@sha256:0123", [], "cluster-autoscaler"],
  "only the end of a name": ["example.com/my-cluster-autoscaler:v1", [], undefined],
  "a longer name": ["example.com/cluster-autoscaler-tests:v1", [], undefined],
  "a directory with the name": ["example.com/cluster-autoscaler/tests:v1", [], undefined],
  "an empty image": ["", [], undefined],
  "two parts": [
    "quay.io/strimzi/operator:1.2.0",
    ["/opt/strimzi/bin/cluster_operator_run.sh"],
    "strimzi-cluster-operator",
  ],
  "only one of two parts": ["quay.io/example/operator:1.2.0", ["/opt/strimzi/bin/cluster_operator_run.sh"], undefined],
  "one of two programs with the name": [
    "hashicorp/vault-secrets-operator:1.4.1",
    [],
    "hashicorp-vault-secrets-operator",
  ],
  "the other one": ["ricoberger/vault-secrets-operator:1.28.0", [], "ricoberger-vault-secrets-operator"],
  "a mirror that hides which one": ["example.com/vault-secrets-operator:1.28.0", [], undefined],
  "the program without a subcommand": [
    "ghcr.io/external-secrets/external-secrets:v2.9.0",
    ["--concurrent=1"],
    "external-secrets",
  ],
  "a subcommand": [
    "ghcr.io/external-secrets/external-secrets:v2.9.0",
    ["webhook", "--port=10250"],
    "external-secrets-webhook",
  ],
  "another subcommand": [
    "ghcr.io/external-secrets/external-secrets:v2.9.0",
    ["certcontroller"],
    "external-secrets-cert-controller",
  ],
  "an executable with a path": [
    "quay.io/argoproj/argocd:v3.5.1",
    ["/usr/local/bin/argocd-server", "--insecure"],
    "argocd-server",
  ],
  "an executable that no row names": ["quay.io/argoproj/argocd:v3.5.1", ["/usr/local/bin/argocd-dex"], undefined],
  "no executable": ["quay.io/argoproj/argocd:v3.5.1", [], undefined],
  "a command of a shell": [
    "quay.io/argoproj/argocd:v3.5.1",
    ["sh", "-c", "exec argocd-server --insecure"],
    "argocd-server",
  ],
  "two executables": ["quay.io/argoproj/argocd:v3.5.1", ["sh", "-c", "argocd-server & argocd-repo-server"], undefined],
};

describe("programFinder", () => {
  it.each(Object.entries(rows))("%s", (_, [image, words, name]) => {
    expect(find({ image, words }).value?.name).toBe(name);
  });

  it.each([
    ["example.com/web:v1", "the image example.com/web:v1 is not in the program table"],
    ["example.com/argocd:v1", "the image example.com/argocd:v1 is in the program table, but not with this command"],
  ])("says why it does not find a program of %s", (image, reason) => {
    expect(find({ image, words: [] })).toEqual({ value: undefined, reason });
  });

  it("finds each row of the table by each of its images and commands", () => {
    const lost = programs.flatMap((program) =>
      program.images
        .flatMap((image) => (program.commands ?? [""]).map((command) => ({ image, words: [command] })))
        .filter((container) => find(container).value !== program),
    );
    expect(lost).toEqual([]);
  });

  it("prefers a private program to the rows with its images", () => {
    const own: ElectionProgram = {
      name: "own-scaler",
      images: ["cluster-autoscaler"],
      election: { kind: "none" },
      library: "other",
      withoutElection: "safe",
      isVerified: true,
    };
    const withOwn = programFinder(programs, [own]);
    expect(withOwn({ image: "example.com/cluster-autoscaler:v1", words: [] }).value?.name).toBe("own-scaler");
    expect(withOwn({ image: "example.com/descheduler:v1", words: [] }).value?.name).toBe("descheduler");
  });
});
