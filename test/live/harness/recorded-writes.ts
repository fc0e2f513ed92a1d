import type { AdmissionRequest } from "../../../src/core/api/admission.ts";
import { defaultPolicy } from "../../../src/policy/policy.ts";
import type { Change } from "../../../src/rules/rule.ts";
import { allAdministrators } from "../../../src/rules/shared/identities.ts";
import { type RecordedReview, recordedReviews } from "../../fixtures/recorded-reviews.ts";
import type { Draft } from "../../harness/objects.ts";
import { requireServedVersion } from "../../harness/served-version.ts";
import { electorsGroup } from "./impersonation.ts";
import type { ServedKind } from "./release.ts";
import { moved, type PlannedWrite } from "./row-writes.ts";

/**
 * The groups of the administrators. The policies exempt the members of these groups, so the writes
 * are sent without the groups.
 */
const administrators = allAdministrators(defaultPolicy.administrators).groups;

/** Returns all recorded writes to these kinds. Each write is sent alone, with its times moved. */
export function recordedWrites(kinds: readonly ServedKind[]): readonly PlannedWrite[] {
  const recorded = recordedReviews.filter((review) => {
    const { gvk } = requireServedVersion(objectOf(review));
    return kinds.some(({ kind, version }) => kind === gvk.kind && version === gvk.version);
  });
  return recorded.map(toWrite);
}

function toWrite(recorded: RecordedReview): PlannedWrite {
  const { operation, object, oldObject, userInfo } = requestOf(recorded);
  const change = { operation, ...(object && { object }), ...(oldObject && { oldObject }) } as unknown as Change<Draft>;
  const own = userInfo?.groups?.filter((group) => group !== null && !administrators.includes(group)) ?? [];
  const groups = [...new Set([...own, electorsGroup, "system:authenticated"])] as readonly string[];
  const user = { username: userInfo?.username ?? "", groups, ...(userInfo?.extra && { extra: userInfo.extra }) };
  const served = requireServedVersion(objectOf(recorded));
  return {
    name: `${recorded.file}:${recorded.line}`,
    at: (now) => ({
      served,
      change: moved(change, recorded.at, now),
      user: user as ReturnType<PlannedWrite["at"]>["user"],
    }),
  };
}

function objectOf(recorded: RecordedReview): Draft {
  const { object, oldObject } = requestOf(recorded);
  return (object ?? oldObject) as unknown as Draft;
}

function requestOf({
  review,
}: RecordedReview): RecordedReview["review"]["request"] & Pick<AdmissionRequest, "userInfo"> {
  return review.request;
}
