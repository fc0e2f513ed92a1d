import { toSelector } from "../../cluster/registration/registration.ts";
import { selectsLabels } from "../../cluster/registration/selects-labels.ts";
import { fieldAt, mapAt, objectsAt, textAt } from "../../core/api/fields.ts";
import { exportVersions, oldestExportVersion, parseExportVersion } from "../../core/api/kubernetes-version.ts";
import { compareVersions, parseVersion } from "../../core/text/semantic-version.ts";
import { objectsOf, type SnapshotObject, unreadReason } from "../../installation/snapshot.ts";
import { at, type DoctorCheck, type DoctorOutcome, found } from "../check.ts";
import type { Examined } from "../examined.ts";
import { shellLine } from "../quote.ts";
import { hasDeployment } from "./timing.ts";

export const versionChecks: readonly DoctorCheck[] = [
  {
    id: "doctor/api-server-supported",
    description: `the API server is Kubernetes ${oldestExportVersion} or later`,
    run: serverVersion,
  },
  {
    id: "doctor/images-equal",
    description: "all replicas run the image of the Deployment",
    applies: hasDeployment,
    run: otherImages,
  },
  {
    id: "doctor/version-current",
    description: "the image has the version of this doctor",
    applies: hasDeployment,
    *run({ own, version }) {
      const image = textAt(own.container, "image");
      const tag = /:v?(\d+\.\d+\.\d+[\w.-]*)(?:@|$)/.exec(image)?.[1];
      const [installed, running] = [parseVersion(tag ?? ""), parseVersion(version)];
      if (installed === undefined || running === undefined || compareVersions(installed, running) === 0) return;
      const spot = at(own.deployment, "spec", "template", "spec", "containers", own.containerIndex, "image");
      yield found(
        "info",
        spot,
        `is version ${tag}, and this doctor is version ${version}: some findings can be wrong; use the doctor of version ${tag}`,
      );
    },
  },
];

function* serverVersion({ snapshot: { serverVersion } }: Examined): Iterable<DoctorOutcome> {
  if (serverVersion === undefined) return void (yield { unknown: "needs the version of the API server" });
  const known = parseExportVersion(serverVersion);
  if (known !== undefined && known.warning === undefined) return;
  const [running, oldest] = [parseVersion(serverVersion.replace(/^v/, "")), parseVersion(`${oldestExportVersion}.0`)];
  if (running !== undefined && oldest !== undefined && compareVersions(running, oldest) < 0)
    yield found(
      "error",
      at(undefined),
      `the API server must be Kubernetes ${oldestExportVersion} or later, not ${serverVersion}, because older versions can ignore the match conditions of webhooks`,
    );
  else
    yield found(
      "info",
      at(undefined),
      `the API server is ${serverVersion}, and lease-guard was tested with ${oldestExportVersion} to ${exportVersions.at(-1)}; look for a newer version of lease-guard`,
    );
}

function* otherImages({ own, snapshot }: Examined): Iterable<DoctorOutcome> {
  const unread = unreadReason(snapshot, "Pod");
  if (unread !== undefined) return void (yield { unknown: unread });
  const wanted = textAt(own.container, "image");
  const name = textAt(own.container, "name");
  const pods = podsOf(own.deployment, objectsOf(snapshot, "Pod"));
  for (const pod of pods) {
    const containers = objectsAt(pod.value, "spec", "containers");
    const index = containers.findIndex((each) => textAt(each, "name") === name);
    const image = textAt(containers[index], "image");
    if (index === -1 || image === wanted) continue;
    const remedy = [shellLine`kubectl -n ${pod.namespace} rollout restart deployment ${own.deployment?.name}`];
    yield found(
      "warning",
      at(pod, "spec", "containers", index, "image"),
      `must be ${wanted}, as in the Deployment, not ${image}: the replicas validate differently`,
      remedy,
    );
  }
  const ids = new Set(
    pods.map((pod) =>
      textAt(
        objectsAt(pod.value, "status", "containerStatuses").find((each) => textAt(each, "name") === name),
        "imageID",
      ),
    ),
  );
  ids.delete("");
  if (ids.size > 1)
    yield found(
      "warning",
      at(own.deployment, "spec", "template", "spec", "containers", own.containerIndex, "image"),
      `must name one image: the replicas run ${ids.size} images with the same tag; use a digest`,
    );
}

/** Returns the pods that the selector of a Deployment selects. Leaves out pods that have ended. */
export function podsOf(
  deployment: SnapshotObject | undefined,
  pods: readonly SnapshotObject[],
): readonly SnapshotObject[] {
  const selector = toSelector(fieldAt(deployment?.value, "spec", "selector"));
  return pods.filter(({ namespace, value }) => {
    const hasEnded = ["Succeeded", "Failed"].includes(textAt(value, "status", "phase"));
    return (
      !hasEnded &&
      namespace === deployment?.namespace &&
      selector.length > 0 &&
      selectsLabels(selector, mapAt(value, "metadata", "labels"))
    );
  });
}
