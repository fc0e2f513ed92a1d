import type { Kind } from "../../src/core/api/coordination.ts";
import type { Change, UserInfo } from "../../src/rules/rule.ts";
import type { ApiObject, Metadata, Ref, Spec } from "./api-object.ts";

/**
 * A client's request to the API server. Only an `update` is compared with the stored
 * resourceVersion.
 */
export type Request =
  | { readonly verb: "get"; readonly ref: Ref }
  | { readonly verb: "list"; readonly kind: Kind; readonly namespace: string }
  | { readonly verb: "create"; readonly object: ApiObject }
  | { readonly verb: "update"; readonly object: ApiObject }
  | { readonly verb: "patch"; readonly ref: Ref; readonly patch: Patch; readonly decidedOn?: string | undefined }
  | { readonly verb: "apply"; readonly ref: Ref; readonly spec: Spec; readonly decidedOn?: string | undefined }
  | { readonly verb: "delete"; readonly ref: Ref };

/** A merge patch. The value null removes a field. */
export interface Patch {
  readonly labels?: Readonly<Record<string, string>>;
  readonly spec?: Spec;
}

/**
 * The response to a client. `object` is the object that the request read or wrote. `items` is the
 * result of a `list`. Code 0 means that no response arrived.
 */
export interface Answer {
  readonly code: 0 | 200 | 403 | 404 | 409;
  readonly object?: ApiObject;
  readonly items?: readonly ApiObject[];
}

/** A write as the webhook receives it, before the API server stores it. */
export interface Write {
  readonly kind: Kind;
  readonly change: Change<ApiObject>;
  readonly user: UserInfo;
  /** The time on the clock of the webhook, in milliseconds since 1970. */
  readonly now: number;
}

/** The user and the time of an update. */
type By = Pick<Write, "user" | "now">;

/** An API server that rejects updates with an outdated resourceVersion. */
export interface ApiServer {
  readonly handle: (request: Request, user: UserInfo, now: number) => Answer;
  readonly resourceVersion: (ref: Ref) => string | undefined;
  /** Returns all stored objects. During admission, these are the objects before the write. */
  readonly objects: () => readonly ApiObject[];
}

/**
 * Creates an API server. `admit` returns whether a write is allowed. Like kube-apiserver, the
 * server rejects an outdated resourceVersion before admission, and a CREATE of an existing name
 * after admission.
 */
export function createApiServer(admit: (write: Write) => boolean): ApiServer {
  const stored = new Map<string, ApiObject>();
  let revision = 0;

  const keep = ({ apiVersion, kind, metadata, spec }: ApiObject, given: Partial<Metadata>): ApiObject => ({
    apiVersion,
    kind,
    metadata: { ...metadata, ...given, resourceVersion: String(++revision) },
    spec: withoutNulls(spec),
  });

  const create = (object: ApiObject, user: UserInfo, now: number): Answer => {
    const { kind } = object;
    const key = keyOf({ kind, ...object.metadata });
    const creationTimestamp = new Date(now).toISOString().replace(/\.\d+/, "");
    const created = keep(object, { uid: `uid-${revision}`, creationTimestamp });
    // During admission, a new object does not have a resourceVersion yet.
    const { resourceVersion: _, ...metadata } = created.metadata;
    if (!admit({ kind, change: { operation: "CREATE", object: { ...created, metadata } }, user, now }))
      return { code: 403 };
    if (stored.has(key)) return { code: 409 };
    stored.set(key, created);
    return { code: 200, object: created };
  };

  const replace = (oldObject: ApiObject, object: ApiObject, { user, now }: By): Answer => {
    const { kind } = object;
    const { resourceVersion = "" } = oldObject.metadata;
    const updated = keep(object, {});
    const submitted = { ...updated, metadata: { ...updated.metadata, resourceVersion } };
    if (!admit({ kind, change: { operation: "UPDATE", object: submitted, oldObject }, user, now }))
      return { code: 403 };
    stored.set(keyOf({ kind, ...object.metadata }), updated);
    return { code: 200, object: updated };
  };

  const handle = (request: Request, user: UserInfo, now: number): Answer => {
    if (request.verb === "create") return create(request.object, user, now);
    if (request.verb === "list") {
      const { kind, namespace } = request;
      const items = [...stored.values()].filter(
        (object) => object.kind === kind && object.metadata.namespace === namespace,
      );
      return { code: 200, items };
    }
    const ref = request.verb === "update" ? { kind: request.object.kind, ...request.object.metadata } : request.ref;
    const current = stored.get(keyOf(ref));
    // A PUT with the uid of a deleted object is a conflict.
    if (current === undefined) return { code: request.verb === "update" ? 409 : 404 };
    switch (request.verb) {
      case "get":
        return { code: 200, object: current };
      case "update":
        if (request.object.metadata.resourceVersion !== current.metadata.resourceVersion) return { code: 409 };
        return replace(current, request.object, { user, now });
      case "patch":
        return replace(current, merge(current, request.patch), { user, now });
      case "apply":
        // The field manager of the holder owns the fields. No client sets `force`, so a change by
        // another field manager is a conflict.
        if (current.spec.holderIdentity && current.spec.holderIdentity !== request.spec.holderIdentity)
          return { code: 409 };
        return replace(current, merge(current, { spec: request.spec }), { user, now });
      case "delete":
        if (!admit({ kind: ref.kind, change: { operation: "DELETE", oldObject: current }, user, now }))
          return { code: 403 };
        stored.delete(keyOf(ref));
        return { code: 200 };
    }
  };

  return {
    handle,
    resourceVersion: (ref) => stored.get(keyOf(ref))?.metadata.resourceVersion,
    objects: () => [...stored.values()],
  };
}

function keyOf({ kind, namespace, name }: Ref): string {
  return `${kind}/${namespace}/${name}`;
}

function merge(object: ApiObject, { labels, spec }: Patch): ApiObject {
  const metadata = { ...object.metadata, ...(labels && { labels: { ...object.metadata.labels, ...labels } }) };
  return { ...object, metadata, spec: { ...object.spec, ...spec } };
}

/**
 * Removes null fields, except `acquireTime`, which client-go can set to Go's zero time. In JSON,
 * this time is null.
 */
function withoutNulls(spec: Spec): Spec {
  return Object.fromEntries(Object.entries(spec).filter(([name, value]) => value !== null || name === "acquireTime"));
}
