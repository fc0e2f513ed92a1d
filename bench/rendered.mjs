import { writeFileSync } from "node:fs";
import { join } from "node:path";

const numbers = (count) => Array.from({ length: count }, (_, i) => i);

/**
 * Writes the output of a renderer for `operators` operators to a file: a Deployment, a
 * ServiceAccount, a Role, a RoleBinding, and a ConfigMap each, after CustomResourceDefinitions of
 * `megabytes` MB.
 */
export function writeRendered(file, operators, megabytes) {
  const definition = customResourceDefinition(0);
  const definitions = numbers(Math.ceil((megabytes * 1e6) / definition.length)).map(customResourceDefinition);
  writeFileSync(file, [...definitions, ...numbers(operators).flatMap(operator)].join("---\n"));
}

/** Writes charts of one operator and some definitions each to a directory. */
export function writeTree(folder, charts, megabytes) {
  for (const i of numbers(charts)) writeRendered(join(folder, `chart-${i}.yaml`), 2, megabytes / charts);
}

/** Returns a definition of 100 kB in the form that controller-gen writes. */
function customResourceDefinition(i) {
  return `# Source: operator/crds/widgets-${i}.yaml
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  annotations:
    controller-gen.kubebuilder.io/version: v0.19.0
  name: widgets${i}.example.com
spec:
  group: example.com
  names:
    kind: Widget${i}
    listKind: Widget${i}List
    plural: widgets${i}
    singular: widget${i}
  scope: Namespaced
  versions:
    - name: v1
      schema:
        openAPIV3Schema:
          description: Widget is the Schema for the widgets API
          properties:
            spec:
              description: WidgetSpec defines the desired state
              properties:
${numbers(230).map(property).join("")}              type: object
          type: object
      served: true
      storage: true
      subresources:
        status: {}
`;
}

function property(i) {
  return `                field${i}:
                  description: |-
                    Field${i} selects the objects of kind: Deployment that the widget uses.
                    If it is empty, the controller: waits until somebody sets it.
                  items:
                    description: An item of the list, which must be unique within
                      the list. See https://example.com/#items for details.
                    properties:
                      name:
                        default: ""
                        type: string
                    required: ["name"]
                    type: object
                  type: array
`;
}

function operator(i) {
  const [name, namespace] = [`operator-${i}`, `system-${i}`];
  const metadata = (suffix = "") => `metadata:
  name: ${name}${suffix}
  namespace: ${namespace}
  labels:
    app.kubernetes.io/name: ${name}
    app.kubernetes.io/version: "1.2.3"
`;
  return [serviceAccount, role, roleBinding, configMap, deployment].map(
    (kind) => `# Source: operator/templates/${name}.yaml\n${kind(name, namespace, metadata)}`,
  );
}

function serviceAccount(_name, _namespace, metadata) {
  return `apiVersion: v1\nkind: ServiceAccount\n${metadata()}`;
}

function role(_name, _namespace, metadata) {
  return `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
${metadata("-leader-election")}rules:
  - apiGroups: ["coordination.k8s.io"]
    resources: ["leases"]
    verbs: ["get", "create", "update"]
  - apiGroups:
      - ""
    resources:
      - events
    verbs:
      - create
      - patch
`;
}

function roleBinding(name, namespace, metadata) {
  return `apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
${metadata("-leader-election")}roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: ${name}-leader-election
subjects:
  - kind: ServiceAccount
    name: ${name}
    namespace: ${namespace}
`;
}

function configMap(_name, _namespace, metadata) {
  return `apiVersion: v1\nkind: ConfigMap\n${metadata()}data:\n  LOG_LEVEL: "info"\n  config.yaml: |\n    health: {}\n`;
}

function deployment(name, _namespace, metadata) {
  return `apiVersion: apps/v1
kind: Deployment
${metadata()}spec:
  replicas: 2
  selector:
    matchLabels:
      app.kubernetes.io/name: ${name}
  template:
    metadata:
      annotations:
        kubectl.kubernetes.io/default-container: manager
      labels:
        app.kubernetes.io/name: ${name}
    spec:
      serviceAccountName: ${name}
      securityContext:
        runAsNonRoot: true
      containers:
        - name: manager
          image: "registry.k8s.io/autoscaling/cluster-autoscaler:v1.36.0"
          command: ["./cluster-autoscaler"]
          args:
            - --leader-elect=true
            - --leader-elect-lease-duration=15s
            - --namespace=$(POD_NAMESPACE)
          env:
            - name: POD_NAMESPACE
              valueFrom:
                fieldRef:
                  fieldPath: metadata.namespace
          envFrom:
            - configMapRef:
                name: ${name}
          ports:
            - containerPort: 8085
              name: http
          livenessProbe:
            httpGet: {path: /health-check, port: 8085}
            initialDelaySeconds: 15
          resources:
            limits: {cpu: 500m, memory: 128Mi}
          securityContext:
            capabilities: {drop: ["ALL"]}
      terminationGracePeriodSeconds: 10
`;
}
