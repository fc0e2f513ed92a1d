import { mapAt, textAt } from "../../core/api/fields.ts";
import { decodeBase64 } from "../../core/text/decode-text.ts";
import { dayMs } from "../../core/text/duration.ts";
import { serviceHost } from "../../core/text/installed-name.ts";
import { pluralize } from "../../core/text/join-words.ts";
import { certificateIn } from "../../core/text/readyz.ts";
import { isoTime } from "../../core/text/time.ts";
import { expiresWithin, hasExpired, isNotYetValid, soonDays, type Validity } from "../../core/text/validity.ts";
import { hasCertManagerBundle, type PlacedWebhook } from "../../installation/installation.ts";
import type { SnapshotObject } from "../../installation/snapshot.ts";
import { at, type DoctorCheck, type DoctorOutcome, found, type Spot } from "../check.ts";
import type { CertificateFacts, Examined } from "../examined.ts";
import { shellLine } from "../quote.ts";
import { hasWebhook } from "./registration.ts";

const applyCommand = "lease-guard certs apply";
const renewal: readonly string[] = [applyCommand];

const hasBundle = (examined: Examined): boolean => bundlesOf(examined).length > 0;

export const certificateChecks: readonly DoctorCheck[] = [
  { id: "doctor/ca-bundle-set", description: "every webhook has a caBundle", applies: hasWebhook, run: missingBundles },
  {
    id: "doctor/ca-bundle-valid",
    description: "every caBundle contains certificates in PEM that are valid now",
    applies: hasBundle,
    run: invalidBundles,
  },
  {
    id: "doctor/ca-bundle-not-expiring",
    description: `the certificates in every caBundle do not expire within ${soonDays} days`,
    applies: hasBundle,
    run: expiringBundles,
  },
  {
    id: "doctor/ca-bundle-verifies",
    description: "every caBundle verifies the certificate that the Service serves",
    applies: hasBundle,
    run: servedProblems,
  },
  {
    id: "doctor/certificate-not-expiring",
    description: `the certificate that the Service serves does not expire within ${soonDays} days`,
    applies: hasWebhook,
    run: expiringCertificate,
  },
];

interface Bundle {
  readonly webhook: PlacedWebhook;
  readonly spot: Spot;
  /** The PEM text, or undefined if the field is not base64. */
  readonly pem: string | undefined;
}

function bundlesOf({ own }: Examined): readonly Bundle[] {
  return own.webhooks.flatMap((webhook) => {
    const base64 = textAt(webhook.value, "clientConfig", "caBundle");
    const spot = at(webhook.configuration, ...webhook.path, "clientConfig", "caBundle");
    return base64 === "" ? [] : [{ webhook, spot, pem: decodeBase64(base64) }];
  });
}

function* missingBundles({ own }: Examined): Iterable<DoctorOutcome> {
  for (const { configuration, path, value } of own.webhooks) {
    if (textAt(value, "clientConfig", "caBundle") !== "") continue;
    // A Job or an injector sets the caBundle in the cluster, so a manifest need not have one.
    if (textAt(configuration.value, "metadata", "uid") === "")
      return void (yield { unknown: "needs the object of a cluster, not its manifest" });
    const message =
      "must be set, because without it kube-apiserver trusts no certificate of the pods, and every call fails";
    yield found(
      "error",
      at(configuration, ...path, "clientConfig", "caBundle"),
      `${message}; ${issuer(configuration)}`,
      [shellLine`kubectl -n ${own.namespace} get jobs,certificates`],
    );
  }
}

/**
 * Returns the action to take for a missing bundle, which depends on the program that should set the
 * bundle.
 */
function issuer(configuration: SnapshotObject): string {
  if (hasCertManagerBundle(configuration)) return "look at the logs of cert-manager's cainjector";
  if ([...mapAt(configuration.value, "metadata", "annotations").keys()].some((key) => key.includes("inject-cabundle")))
    return "look at the service CA operator";
  return `run ${applyCommand}, or wait until its Job has finished`;
}

function* invalidBundles(examined: Examined): Iterable<DoctorOutcome> {
  for (const { spot, pem } of bundlesOf(examined)) {
    const read = pem === undefined ? undefined : examined.certificates.read(pem);
    if (read === undefined || !read.ok || read.value.length === 0) {
      const reason = read?.ok === false ? `: ${read.error}` : "";
      yield found("error", spot, `must be certificates in PEM, in base64${reason}`, renewal);
      continue;
    }
    const now = examined.now.getTime();
    const valid = read.value.filter((each) => !isNotYetValid(each, now) && !hasExpired(each, now));
    if (valid.length > 0) continue;
    const [first] = read.value as [CertificateFacts];
    const when = hasExpired(first, now)
      ? `expired at ${isoTime(first.notAfter)}`
      : `is not valid before ${isoTime(first.notBefore)}`;
    yield found("error", spot, `must contain a valid certificate: ${first.subject} ${when}`, renewal);
  }
}

function* expiringBundles(examined: Examined): Iterable<DoctorOutcome> {
  for (const { spot, pem } of bundlesOf(examined)) {
    const read = pem === undefined ? undefined : examined.certificates.read(pem);
    if (read?.ok !== true || read.value.length === 0) continue;
    const latest = read.value.reduce((one, other) => (other.notAfter > one.notAfter ? other : one));
    const now = examined.now.getTime();
    const left = latest.notAfter - now;
    if (hasExpired(latest, now) || !expiresWithin(soonDays, latest, now)) continue;
    yield found(
      "warning",
      spot,
      `must be renewed: the last certificate expires in ${pluralize(Math.floor(left / dayMs), "day")}, at ${isoTime(latest.notAfter)}`,
      renewal,
    );
  }
}

function unknownCertificate({ snapshot: { connection } }: Examined): string {
  return connection === undefined ? "needs --connect" : connection.certificateReason;
}

function* servedProblems(examined: Examined): Iterable<DoctorOutcome> {
  const served = examined.snapshot.connection?.certificate;
  if (served === undefined) return void (yield { unknown: unknownCertificate(examined) });
  const host = serviceHost(examined.own.reference ?? { namespace: "", name: "" });
  for (const { spot, pem } of bundlesOf(examined)) {
    const rejection =
      pem === undefined ? "the caBundle is not base64" : examined.certificates.rejection(pem, served, host);
    if (rejection !== undefined)
      yield found("error", spot, `must verify the certificate that ${host} serves: ${rejection}`, renewal);
  }
}

/**
 * Yields a finding if a serving certificate has expired or expires soon. Uses the earliest expiry
 * of the certificate that the Service serves and of the certificates that the pods report at
 * `/readyz?verbose`.
 */
function* expiringCertificate(examined: Examined): Iterable<DoctorOutcome> {
  const { connection } = examined.snapshot;
  const served = [
    ...servedValidity(examined),
    ...(connection?.readiness ?? []).flatMap(({ text = "" }) => certificateIn(text) ?? []),
  ];
  const [earliest] = served.toSorted((one, other) => one.notAfter - other.notAfter);
  if (earliest === undefined)
    return void (yield { unknown: connection === undefined ? "needs --connect" : "no pod responded to /readyz" });
  const now = examined.now.getTime();
  if (!expiresWithin(soonDays, earliest, now)) return;
  const spot = at(examined.own.deployment);
  const end = isoTime(earliest.notAfter);
  if (hasExpired(earliest, now))
    yield found("error", spot, `must serve a valid certificate: it expired at ${end}`, renewal);
  else yield found("warning", spot, `must serve a renewed certificate: it expires at ${end}`, renewal);
}

function servedValidity({ snapshot, certificates }: Examined): readonly Validity[] {
  const read =
    snapshot.connection?.certificate === undefined ? undefined : certificates.read(snapshot.connection.certificate);
  return read?.ok === true ? read.value.slice(0, 1) : [];
}
