import { isAscii } from "node:buffer";
import { isIPv4 } from "node:net";
import { type DerValue, derChildren, derTag, derValue, isDerInteger, isDerObjectId } from "./der.ts";

/** The properties of a certificate that Go reads from its extensions. */
export interface CertificateExtensions {
  /** The names that a Go client compares with the host. Go ignores the common name. */
  readonly dnsNames: readonly string[];
  readonly ipAddresses: number;
  /** The ids of the extended key usages, in hexadecimal digits. */
  readonly usages: readonly string[];
  /** True if the certificate has a critical extension that Go does not process. */
  readonly unknownCritical: boolean;
}

interface Extension {
  /** The object identifier in hexadecimal digits. */
  readonly id: string;
  readonly critical: boolean;
  readonly value: Buffer;
}

/** Reads the extensions as Go does. Returns undefined if Go rejects the list or one item. */
export function certificateExtensions(list: DerValue | undefined): CertificateExtensions | undefined {
  const values = list === undefined ? [] : derChildren(derValue(list.content));
  const extensions = values?.map(readExtension);
  if (extensions === undefined || !extensions.every((extension) => extension !== undefined)) return undefined;
  if (new Set(extensions.map(({ id }) => id)).size < extensions.length || !extensions.every(isReadable)) return undefined;
  const read = (id: string) => extensions.find((extension) => extension.id === id)?.value ?? Buffer.from([derTag.sequence, 0]);
  const names = derChildren(derValue(read(subjectAltName))) ?? [];
  return {
    dnsNames: names.filter(({ tag }) => tag === nameTags.dns).map(({ content }) => content.toString("latin1")),
    ipAddresses: names.filter(({ tag }) => tag === nameTags.ip).length,
    usages: (derChildren(derValue(read(extendedKeyUsage))) ?? []).map(({ content }) => content.toString("hex")),
    unknownCritical: extensions.some(({ id, critical, value }) => critical && !isProcessed(id, value)),
  };
}

function readExtension(value: DerValue): Extension | undefined {
  const [id, second, third] = derChildren(value) ?? [];
  const [flag, content] = second?.tag === derTag.boolean ? [second, third] : [undefined, second];
  if (id === undefined || !isDerObjectId(id) || content?.tag !== derTag.octetString || (flag && !isDerBoolean(flag))) return undefined;
  return { id: id.content.toString("hex"), critical: flag?.content[0] === 0xff, value: content.content };
}

const nameTags = { email: 0x81, dns: 0x82, uri: 0x86, ip: 0x87 };

const subjectAltName = "551d11";
const nameConstraints = "551d1e";
const extendedKeyUsage = "551d25";

/** The extensions that Go rejects if they are critical: SKI, AKI, and AIA. */
const neverCritical: readonly string[] = ["551d0e", "551d23", "2b06010505070101"];

/** For each extension that Go processes, a check of the value. Go ignores data after the value. */
const readers: Readonly<Record<string, (value: DerValue | undefined) => boolean>> = {
  "551d0e": (value) => value?.tag === derTag.octetString,
  "551d0f": isDerBitString,
  [subjectAltName]: (value) => derChildren(value)?.every(isGeneralName) ?? false,
  "551d13": (value) => isSequence(value, [derTag.boolean, isDerBoolean], [derTag.integer, isSmallInteger]),
  [nameConstraints]: isNameConstraints,
  "551d1f": (value) => isSequenceOf(value, isDistributionPoint),
  "551d20": isPolicies,
  "551d21": (value) => isSequenceOf(value, isMapping),
  "551d23": (value) => isSequence(value, [0x80, () => true]),
  "551d24": (value) => isSequence(value, [0x80, isInteger], [0x81, isInteger]),
  [extendedKeyUsage]: (value) => isSequenceOf(value, isDerObjectId),
  "551d36": isDerInteger,
  "2b06010505070101": (value) => isSequenceOf(value, isAccess),
};

function isReadable({ id, critical, value }: Extension): boolean {
  if (critical && neverCritical.includes(id)) return false;
  return readers[id]?.(derValue(value)) ?? true;
}

/** Reports whether Go processes an extension. Names are processed only if Go knows their types. */
function isProcessed(id: string, value: Buffer): boolean {
  if (id === subjectAltName) return derChildren(derValue(value))?.some(({ tag }) => Object.values(nameTags).includes(tag)) ?? false;
  if (id === nameConstraints) return subtreeNames(derValue(value))?.every(({ tag }) => Object.values(nameTags).includes(tag)) ?? false;
  return readers[id] !== undefined;
}

function isSequenceOf(value: DerValue | undefined, isItem: (item: DerValue) => boolean): boolean {
  return derChildren(value)?.every(isItem) ?? false;
}

/** Reports whether a value is a sequence whose given first fields are absent or valid. */
function isSequence(
  value: DerValue | undefined,
  ...fields: readonly (readonly [tag: number, isField: (field: DerValue) => boolean])[]
): boolean {
  if (value?.tag !== derTag.sequence) return false;
  let rest = value.content;
  for (const [tag, isField] of fields) {
    if (rest[0] !== tag) continue;
    const field = derValue(rest);
    if (field === undefined || !isField(field)) return false;
    rest = rest.subarray(field.bytes.length);
  }
  return true;
}

/** Returns the first value in a sequence, or undefined. Ignores the other values, as Go does. */
function firstOf(value: DerValue): DerValue | undefined {
  return value.tag === derTag.sequence ? derValue(value.content) : undefined;
}

function isInteger({ content }: DerValue): boolean {
  return content.length <= 8 && isDerInteger({ tag: derTag.integer, content, bytes: content });
}

function isSmallInteger(value: DerValue): boolean {
  return isInteger(value) && (value.content[0] ?? 0) < 0x80;
}

function isAccess(access: DerValue): boolean {
  const method = firstOf(access);
  if (method === undefined || !isDerObjectId(method)) return false;
  const location = access.content.subarray(method.bytes.length);
  return location[0] !== nameTags.uri || derValue(location) !== undefined;
}

function isMapping(mapping: DerValue): boolean {
  const issuer = firstOf(mapping);
  return issuer?.tag === derTag.objectId && derValue(mapping.content.subarray(issuer.bytes.length))?.tag === derTag.objectId;
}

/**
 * Reports whether Go can parse a CRL distribution point. Go reads only the URIs at the start of a
 * full name.
 */
function isDistributionPoint(point: DerValue): boolean {
  if (point.tag !== derTag.sequence) return false;
  if (point.content[0] !== 0xa0) return true;
  const name = derValue(point.content);
  const fullName = name && derValue(name.content);
  if (fullName?.tag !== 0xa0) return false;
  for (let rest = fullName.content; rest[0] === nameTags.uri; ) {
    const uri = derValue(rest);
    if (uri === undefined) return false;
    rest = rest.subarray(uri.bytes.length);
  }
  return true;
}

function isDerBoolean({ content }: DerValue): boolean {
  return content.length === 1 && (content[0] === 0 || content[0] === 0xff);
}

function isDerBitString(value: DerValue | undefined): boolean {
  const [padding = 8, ...bytes] = value?.content ?? [];
  const last = bytes.at(-1);
  return value?.tag === derTag.bitString && padding < 8 && (last === undefined ? padding === 0 : last % 2 ** padding === 0);
}

function isPolicies(value: DerValue | undefined): boolean {
  const ids = derChildren(value)?.map(firstOf);
  return ids?.every(isDerObjectId) === true && new Set(ids.map((id) => id?.content.toString("hex"))).size === ids.length;
}

function isGeneralName({ tag, content }: DerValue): boolean {
  if (tag === nameTags.ip) return content.length === 4 || content.length === 16;
  if (tag === nameTags.uri) return isAscii(content) && isUri(content.toString("latin1"));
  return !(tag === nameTags.dns || tag === nameTags.email) || isAscii(content);
}

function isUri(text: string): boolean {
  const [, host = ""] = /^[^:/?#]*:\/\/(?:[^/?#]*@)?([^/?#]*)/.exec(text) ?? [];
  return /^(?:[^%\s\p{Cc}]|%[0-9a-f]{2})*$/iu.test(text) && !/[`|^{}\\]|%[0-7]|^\.|\.\.|\.$/.test(host);
}

/** Returns the names of all subtrees. Returns undefined if the value has none or is malformed. */
function subtreeNames(value: DerValue | undefined): readonly DerValue[] | undefined {
  const lists = derChildren(value) ?? [];
  if (!/^(a0|a1|a0a1)$/.test(lists.map(({ tag }) => tag.toString(16)).join(""))) return undefined;
  const subtrees = lists.map((list) => derChildren(list, list.tag));
  if (!subtrees.every((list) => list !== undefined)) return undefined;
  const names = subtrees.flat().map(firstOf);
  return names.length > 0 && names.every((name) => name !== undefined) ? names : undefined;
}

function isNameConstraints(value: DerValue | undefined): boolean {
  return subtreeNames(value)?.every(isConstraint) ?? false;
}

function isConstraint({ tag, content }: DerValue): boolean {
  if (tag === nameTags.ip) return isSubnet(content);
  if (tag !== nameTags.dns && tag !== nameTags.email && tag !== nameTags.uri) return true;
  const domain = content.toString("latin1").replace(tag === nameTags.email ? /^.+@/ : /^$/, "");
  return (domain === "" || /^\.?[!-~]+$/.test(domain)) && !/\.\.|\.$/.test(domain) && !(tag === nameTags.uri && isIPv4(domain));
}

/** Reports whether bytes are an address and a mask. The mask must be ones and then zeros. */
function isSubnet(bytes: Buffer): boolean {
  if (bytes.length !== 8 && bytes.length !== 32) return false;
  const mask = [...bytes.subarray(bytes.length / 2)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return /^1*0*$/.test(mask);
}
