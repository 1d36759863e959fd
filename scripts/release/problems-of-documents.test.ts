import { expect, test } from "vitest";
import { problemsOfDocuments } from "./problems-of-documents.mjs";

const packages = [
  { name: "pg", version: "8.23.1" },
  { name: "@fastify/static", version: "10.1.11" },
];
const components = packages.map((one) => ({ ...one, licenses: [{ license: { id: "MIT" } }] }));
const sbom = { bomFormat: "CycloneDX", components };
const licenses = `# Licenses

| package | version | license |
|---|---|---|
| pg | 8.23.1 | MIT |
| @fastify/static | 10.1.11 | MIT |
`;

const problems = (bom: object, list = licenses) =>
  problemsOfDocuments(packages, { sbom: JSON.stringify(bom), licenses: list });

test("an SBOM and a list with each package and its license have no problem", () => {
  expect(problems(sbom)).toEqual([]);
});

test.each([
  ["no CycloneDX", { ...sbom, bomFormat: "SPDX" }, licenses, "format SPDX"],
  ["without a package", { ...sbom, components: components.slice(1) }, licenses, "SBOM lacks pg 8.23.1"],
  [
    "with a package of another version",
    { ...sbom, components: components.map((one) => ({ ...one, version: "8.23.1" })) },
    licenses,
    "SBOM lacks @fastify/static 10.1.11",
  ],
  [
    "with a package without a license",
    { ...sbom, components: [components[0], { ...packages[1], licenses: [] }] },
    licenses,
    "SBOM lacks @fastify/static",
  ],
  [
    "with a list that lacks a license",
    sbom,
    licenses.replace("8.23.1 | MIT", "8.23.1 |"),
    "licenses.md lacks pg",
  ],
])("an SBOM %s is a problem", (_, bom, list, problem) => {
  expect(problems(bom, list)).toEqual([expect.stringContaining(problem)]);
});
