const electorsGroup = "electors";
const pod = "bench-7d9c5b8f6d-x2x4z";

/** Returns the current time in the format of a MicroTime. */
export function microTime() {
  return new Date().toISOString().replace("Z", "000Z");
}

function released(leaseTransitions = 0) {
  return {
    holderIdentity: "",
    leaseDurationSeconds: 1,
    acquireTime: microTime(),
    renewTime: microTime(),
    leaseTransitions,
  };
}

function held(leaseTransitions = 0) {
  return {
    ...released(leaseTransitions),
    holderIdentity: `${pod}_5cd04d5e-0d2c-4a3b-9a51-3f7c1c7f2b6e`,
    leaseDurationSeconds: 3600,
  };
}

/** Returns the spec of an expired Lease that another pod of the same Deployment holds. */
function expired() {
  const longAgo = new Date(Date.now() - 60_000).toISOString().replace("Z", "000Z");
  return {
    ...held(),
    holderIdentity: "bench-7d9c5b8f6d-bbcdf_5cd04d5e-0d2c-4a3b-9a51-3f7c1c7f2b6f",
    leaseDurationSeconds: 15,
    acquireTime: longAgo,
    renewTime: longAgo,
  };
}

/**
 * Returns functions that each send one write as a pod of a namespace. `renewal` renews a held
 * Lease. `other` releases a Lease, or acquires a released Lease. `creation` creates a Lease,
 * `takeOver` acquires an expired Lease from another pod, `label` changes a label of a held Lease,
 * and `theft` tries to acquire a held Lease in a dry run. All return the time of the write in
 * milliseconds. `isDenied` reports whether a write is denied that kube-apiserver itself allows.
 */
export async function leaseWriter(api, namespace) {
  const leases = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;
  const extra = {
    "authentication.kubernetes.io/pod-name": [pod],
    "authentication.kubernetes.io/node-name": ["worker-1"],
  };
  const writer = {
    username: `system:serviceaccount:${namespace}:bench`,
    groups: [electorsGroup, "system:serviceaccounts"],
    extra,
  };
  const call = (method, path, body) => api.call(method, path, { body, writer });
  const send = async (method, path, body) => {
    const answer = await call(method, path, body);
    if (answer.status >= 300 || answer.warnings.length > 0)
      throw new Error(`${method} ${path}: ${answer.status} ${answer.body.message} ${answer.warnings}`);
    return answer;
  };
  const create = async (name, spec) => (await send("POST", leases, leaseOf(name, spec))).body;
  let renewed = await create("renewed", held());
  let moved = await create("moved", released());
  let labelled = await create("labelled", held());
  let created = 0;
  return {
    renewal: async () => {
      const answer = await send("PUT", `${leases}/renewed`, {
        ...renewed,
        spec: { ...renewed.spec, renewTime: microTime() },
      });
      renewed = answer.body;
      return answer.durationMs;
    },
    other: async () => {
      const { holderIdentity, leaseTransitions } = moved.spec;
      const answer = await send("PUT", `${leases}/moved`, {
        ...moved,
        spec: holderIdentity ? released(leaseTransitions) : held(leaseTransitions + 1),
      });
      moved = answer.body;
      return answer.durationMs;
    },
    creation: async () => {
      created += 1;
      return (await send("POST", leases, leaseOf(`created-${created}`, held()))).durationMs;
    },
    takeOver: async () => {
      // Another client creates the Lease, because the term of its last holder has not expired.
      await api.call("DELETE", `${leases}/taken`);
      const { status, body } = await api.call("POST", leases, { body: leaseOf("taken", expired()) });
      if (status !== 201) throw new Error(`${status} ${body.message}`);
      return (await send("PUT", `${leases}/taken`, { ...body, spec: held(1) })).durationMs;
    },
    label: async () => {
      const labels = { written: microTime().replaceAll(/\D/g, "") };
      const answer = await send("PUT", `${leases}/labelled`, {
        ...labelled,
        metadata: { ...labelled.metadata, labels },
      });
      labelled = answer.body;
      return answer.durationMs;
    },
    theft: async () => {
      const { holderIdentity } = expired();
      const body = {
        ...labelled,
        spec: { ...labelled.spec, holderIdentity, acquireTime: microTime(), renewTime: microTime() },
      };
      return (await call("PUT", `${leases}/labelled?dryRun=All`, body)).durationMs;
    },
    isDenied: async () =>
      (await call("POST", `${leases}?dryRun=All`, leaseOf("denied", held(2_000_000_000)))).status === 403,
  };
}

function leaseOf(name, spec) {
  return { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { name }, spec };
}
