/**
 * Returns one line for each package that the SBOM (CycloneDX) or the Markdown list of licenses lacks, or has without a license.
 * `packages`: name and version of all that are shipped.
 */
export function problemsOfDocuments(packages, { sbom, licenses }) {
  const { bomFormat, components } = JSON.parse(sbom);
  if (bomFormat !== "CycloneDX") return [`the SBOM has the format ${bomFormat}`];
  const inSbom = new Map(components.map((one) => [`${one.name} ${one.version}`, one.licenses ?? []]));
  const rows = licenses.matchAll(/^\| (\S+) \| (\S+) \| (.*) \|$/gm);
  const inList = new Map([...rows].map(([, name, version, license]) => [`${name} ${version}`, license]));
  return packages.flatMap(({ name, version }) => {
    const key = `${name} ${version}`;
    return [
      ...(inSbom.get(key)?.length > 0 ? [] : [`the SBOM lacks ${key}, or its license`]),
      ...(inList.get(key) ? [] : [`licenses.md lacks ${key}, or its license`]),
    ];
  });
}
