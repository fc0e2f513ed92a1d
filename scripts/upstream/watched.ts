/** A file or a directory of a Go module that lease-guard follows. */
export interface Watched {
  /** A module of Kubernetes. Modules other than `k8s.io/kubernetes` have the versions v0.MINOR. */
  readonly module: string;
  readonly path: string;
  /** The parts of lease-guard that follow the path. */
  readonly follows: string;
  /** The only Go map entries of the file, or lines of its go.mod, that lease-guard follows. */
  readonly only?: readonly string[];
}

const kubernetes = "k8s.io/kubernetes";
const apiserver = "k8s.io/apiserver";
const clientGo = "k8s.io/client-go";
const apimachinery = "k8s.io/apimachinery";
const metadataRules = "src/rules/metadata, docs/decisions/0001-departures-from-upstream.md";
const elections = "test/election, docs/related-objects.md";

/** The gates of k8s.io/apiserver that the documentation names, or that change its subject. */
const gates = `APIServerWebhookAuthenticationToken CoordinatedLeaderElection DeclarativeValidation
  DeclarativeValidationBeta DeclarativeValidationTakeover ExcludeAdmissionWebhookVirtualResources
  ManagedFieldsOptOut ManifestBasedAdmissionControlConfig MutatingAdmissionPolicy
  WebhookRoundTripLoadBalancing`.split(/\s+/);

/** Every path that lease-guard follows. `npm run upstream` compares them in two versions. */
export const watched: readonly Watched[] = [
  { module: "k8s.io/api", path: "coordination", follows: "schemas, src/core/api/served-versions.ts" },
  { module: kubernetes, path: "pkg/apis/coordination", follows: "schemas, rules of tier api" },
  { module: kubernetes, path: "pkg/apis/coordination/validation", follows: "rules of tier api" },
  { module: kubernetes, path: "pkg/registry/coordination", follows: "rules of tier api" },
  { module: kubernetes, path: "pkg/controlplane/controller/leaderelection", follows: elections },
  { module: kubernetes, path: "pkg/controlplane/reconcilers/lease.go", follows: "docs/recorded-traffic.md" },
  { module: kubernetes, path: "plugin/pkg/admission/noderestriction", follows: "lease/node-lease-by-its-node" },
  { module: clientGo, path: "tools/leaderelection", follows: `${elections}, docs/recorded-traffic.md` },
  { module: "k8s.io/component-helpers", path: "apimachinery/lease", follows: "docs/recorded-traffic.md" },
  { module: apimachinery, path: "pkg/api/validation", follows: metadataRules },
  { module: apimachinery, path: "pkg/api/validate", follows: metadataRules },
  { module: apimachinery, path: "pkg/apis/meta/v1/validation", follows: metadataRules },
  { module: apiserver, path: "pkg/registry/rest/validate.go", follows: "test/tools/go-releases" },
  { module: apiserver, path: "pkg/cel", follows: "src/rules/cel, test/tools/go-cel" },
  { module: apiserver, path: "pkg/admission/plugin/cel", follows: "src/export, test/tools/go-cel" },
  { module: apiserver, path: "pkg/admission/plugin/policy/validating", follows: "src/export" },
  { module: apiserver, path: "pkg/admission/plugin/webhook/config", follows: "src/doctor, src/cluster/registration" },
  {
    module: apiserver,
    path: "pkg/features/kube_features.go",
    follows: "docs/admission-policies.md, docs/doctor.md, test/live/harness/release.ts",
    only: gates,
  },
  {
    module: "k8s.io/controller-manager",
    path: "pkg/features/kube_features.go",
    follows: "docs/recorded-traffic.md",
    only: ["ControllerManagerReleaseLeaderElectionLockOnExit"],
  },
  {
    module: kubernetes,
    path: "go.mod",
    follows: "src/rules/cel (cel-go), src/manifest (yaml, json), .ci/kube-assets (go, etcd)",
    only: ["go", "cel-go", "sigs.k8s.io/yaml", "sigs.k8s.io/json", "structured-merge-diff", "etcd/server"],
  },
];
