/**
 * Returns one line for each package that the SBOM (CycloneDX) or the Markdown list of licences lacks, or has without a licence.
 * `packages`: name and version of all that are shipped.
 */
export function problemsOfDocuments(packages, { sbom, licences }) {
  const { bomFormat, components } = JSON.parse(sbom);
  if (bomFormat !== "CycloneDX") return [`the SBOM has the format ${bomFormat}`];
  const inSbom = new Map(components.map((one) => [`${one.name} ${one.version}`, one.licenses ?? []]));
  const rows = licences.matchAll(/^\| (\S+) \| (\S+) \| (.*) \|$/gm);
  const inList = new Map([...rows].map(([, name, version, licence]) => [`${name} ${version}`, licence]));
  return packages.flatMap(({ name, version }) => {
    const key = `${name} ${version}`;
    return [
      ...(inSbom.get(key)?.length > 0 ? [] : [`the SBOM lacks ${key}, or its licence`]),
      ...(inList.get(key) ? [] : [`licences.md lacks ${key}, or its licence`]),
    ];
  });
}
