import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { globSync } from "tinyglobby";
import { describe, expect, test } from "vitest";
import { addressOf, sitePages } from "../../scripts/site/pages.ts";
import { originPath } from "../../src/core/text/rule-id.ts";
import { describedOrigins } from "../../src/report/descriptions.ts";
import { rules } from "../../src/rules/index.ts";
import { schemaOrigins } from "../../src/schema/to-field-error.ts";
import { attributeValues, deadLinks, htmlPage, isDead, structureErrors } from "../harness/html-page.ts";
import { siteFile, siteFolder } from "../harness/site-server.ts";

const pages = sitePages().map((page) => htmlPage(addressOf(page)));

describe("the pages", () => {
  test("are all built", () => {
    expect(pages.length).toBeGreaterThan(150);
    expect(pages.filter(({ address }) => siteFile(address) === undefined)).toEqual([]);
  });

  test.each([
    ["the pages", pages],
    ["the page about a missing page", [htmlPage("/404")]],
    ["the playground", [htmlPage("/playground/")]],
  ])("have no dead link, image, or script: %s", (_, checked) => {
    expect(checked.flatMap(({ html }) => attributeValues(html, "src")).length).toBeGreaterThan(0);
    expect(checked.flatMap(deadLinks)).toEqual([]);
  });

  test("have an anchor for each origin to which findings in reports and in the playground link", () => {
    const origins = describedOrigins();
    expect(origins.length).toBeGreaterThan(rules.length + schemaOrigins.length);
    expect(origins.filter(({ id }) => isDead(`../${originPath(id)}`, "/playground/"))).toEqual([]);
  });

  test("link to other hosts only with https, and load nothing from another host", () => {
    const links = pages
      .flatMap(({ html }) => html.match(/<a\b[^>]*?\shref="https?:[^"]*"/g) ?? [])
      .map((link) => link.replace(/^.*href="|"$/gs, ""));
    expect(links.filter((link) => !/^https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:[/#?]|$)/.test(link))).toEqual([]);
    const listed = readFileSync(join(siteFolder, "external-links.txt"), "utf8").split("\n");
    expect(links.filter((link) => !listed.some((line) => line.startsWith(`${link} `)))).toEqual([]);
    process.stdout.write(
      `${new Set(links).size} links to ${[...new Set(links.map((link) => new URL(link).host))].toSorted().join(", ")}\n`,
    );
    const loaded = pages.flatMap(({ html }) => [
      ...attributeValues(html.replace(/<a\b[^>]*>/g, ""), "href"),
      ...attributeValues(html, "src"),
    ]);
    expect(loaded.length).toBeGreaterThan(pages.length);
    expect(loaded.filter((target) => !/^(?:\/|data:)/.test(target))).toEqual([]);
  });

  test("have their headings in order, and a text for each image", () => {
    expect(pages.flatMap(structureErrors)).toEqual([]);
  });

  test.each([
    ["a dead link", '<a href="/gone">x</a><h1>a</h1>', deadLinks],
    ["a dead image", '<img src="/gone.svg" alt="a long text"><h1>a</h1>', deadLinks],
    ["a dead script", '<script type="module" src="/gone.js"></script>', deadLinks],
    ["a dead anchor", '<a href="#gone">x</a><h1>a</h1>', deadLinks],
    ["a heading that is too deep", "<h1>a</h1><h3>b</h3>", structureErrors],
    ["no heading", "", structureErrors],
    ["an image without a text", '<h1>a</h1><img src="/a.svg">', structureErrors],
  ])("with %s are detected", (_, main, errors) => {
    expect(errors({ address: "/", html: main, main })).toHaveLength(1);
  });

  test("have the published addresses", () => {
    expect(rules.filter(({ id }) => siteFile(`/rules/${id}`) === undefined)).toEqual([]);
    const runbooks = globSync("docs/runbooks/*.md", { cwd: join(siteFolder, "..") }).map((path) =>
      path.replace(/^docs|(?:README)?\.md$/g, ""),
    );
    expect(runbooks.filter((address) => siteFile(address) === undefined)).toEqual([]);
    expect(existsSync(join(siteFolder, "schemas/lease-guard.dev/v1alpha1/policy.json"))).toBe(true);
  });

  test("of rules link both examples to the playground", () => {
    const links = (id: string): number =>
      pages.find(({ address }) => address === `/rules/${id}`)?.main.split('href="/playground/#1').length ?? 0;
    expect(rules.filter(({ id }) => links(id) !== 3).map(({ id }) => id)).toEqual([]);
  });
});
