import { describe, expect, test } from "vitest";
import { issueCertificates } from "../../../src/cluster/certs/issue.ts";
import { canonicalNames, checkSubjectNames, maxSubjectNames } from "../../../src/cluster/certs/subject-names.ts";

const now = new Date("2026-01-01T00:00:00Z");
const label63 = "a".repeat(63);
const name253 = `${`${label63}.`.repeat(3)}${"a".repeat(61)}`;

const form = "must be labels of lower case letters, digits and '-'";
const star = "must have '*' only as the whole first label";
const badDnsNames: Readonly<Record<string, string>> = {
  "": form,
  ".": form,
  "a..b": form,
  ".a": form,
  "a.": form,
  "-a": form,
  "a-": form,
  "a.-b.c": form,
  "a.b-.c": form,
  a_b: form,
  "a b": form,
  " a": form,
  "a\n": form,
  "a\0.svc": form,
  "a,b": form,
  "a:8443": form,
  "https://a": form,
  "a/b": form,
  "bücher.example": form,
  "ａ.example": form,
  "\ud800": form,
  "A.svc": "must be lower case",
  "lease-guard.lease-guard.SVC": "must be lower case",
  "*": star,
  "*.": star,
  "*.svc": star,
  "*a.svc": star,
  "a.*.svc": star,
  "*.*.svc": star,
  [`${label63}a`]: "must have labels of no more than 63 characters",
  [`a.${label63}a.svc`]: "must have labels of no more than 63 characters",
  [`${name253}a`]: "must be no more than 253 characters",
  [`*.${name253}`]: "must be no more than 253 characters",
  "127.0.0.1": "must be given as an IP address",
  "::1": "must be given as an IP address",
};

const badIpAddresses: Readonly<Record<string, string>> = {
  "": "must be an IPv4 or IPv6 address",
  localhost: "must be an IPv4 or IPv6 address",
  "1.2.3": "must be an IPv4 or IPv6 address",
  "1.2.3.256": "must be an IPv4 or IPv6 address",
  "01.2.3.4": "must be an IPv4 or IPv6 address",
  "1.2.3.4 ": "must be an IPv4 or IPv6 address",
  "1.2.3.4\n": "must be an IPv4 or IPv6 address",
  "10.0.0.0/8": "must be an IPv4 or IPv6 address",
  "[::1]": "must be an IPv4 or IPv6 address",
  "1::2::3": "must be an IPv4 or IPv6 address",
  "1:2:3:4:5:6:7:8:9": "must be an IPv4 or IPv6 address",
  "::g": "must be an IPv4 or IPv6 address",
  "fe80::1%eth0": "must not have a zone",
};

const badRequests = [
  ...Object.entries(badDnsNames).map(([name, error]) => ({
    value: name,
    error,
    names: { dnsNames: [name], ipAddresses: [] },
  })),
  ...Object.entries(badIpAddresses).map(([address, error]) => ({
    value: address,
    error,
    names: { dnsNames: [], ipAddresses: [address] },
  })),
];

describe("bad names", () => {
  test.each(badRequests)("$value: $error", async ({ error, names }) => {
    const errors = checkSubjectNames(names);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(`" ${error}`);
    expect(errors[0]).not.toMatch(/[^ -~\u00a0-\uffff]/u);
    // The promise resolves after one turn of the event loop. Generating a key takes at least one
    // turn, so the error must occur before lease-guard generates a key.
    const late = new Promise((resolve) => setImmediate(resolve, "late"));
    await expect(Promise.race([issueCertificates({ ...names, now }), late])).rejects.toThrow(RangeError);
  });

  test("a certificate without names", () => {
    expect(checkSubjectNames({ dnsNames: [], ipAddresses: [] })).toEqual([
      "names must be at least one DNS name or IP address",
    ]);
  });

  test("too many names", () => {
    const dnsNames = Array.from({ length: maxSubjectNames }, (_, i) => `n${i}`);
    expect(checkSubjectNames({ dnsNames, ipAddresses: [] })).toEqual([]);
    expect(checkSubjectNames({ dnsNames, ipAddresses: ["::1"] })).toEqual(["names must be no more than 100, not 101"]);
  });

  test("each invalid name is reported, in the given order", () => {
    expect(
      checkSubjectNames({ dnsNames: ["A", "a", "*"], ipAddresses: ["::1", "x"] }).map(
        (line) => line.split(" must ")[0],
      ),
    ).toEqual(['DNS name "A"', 'DNS name "*"', 'IP address "x"']);
  });
});

test.each([
  "a",
  "0",
  "lease-guard.123",
  "a--b",
  "xn--bcher-kva.example",
  "*.guard.svc",
  label63,
  name253,
  `*.${name253.slice(2)}`,
])("good DNS name %s", (name) => {
  expect(checkSubjectNames({ dnsNames: [name], ipAddresses: [] })).toEqual([]);
});

test("names in different notations are duplicates", () => {
  const ipAddresses = [
    "::1",
    "0:0:0:0:0:0:0:1",
    "10.0.0.1",
    "10.0.0.1",
    "::FFFF:1.2.3.4",
    "::ffff:102:304",
    "::2:3:4:5:6:7:8",
  ];
  expect(canonicalNames({ dnsNames: ["b", "a", "b"], ipAddresses })).toEqual({
    dnsNames: ["b", "a"],
    ipAddresses: ["::1", "10.0.0.1", "::ffff:102:304", "0:2:3:4:5:6:7:8"],
  });
});
