/** The methods of each path of the API, to distinguish 405 from 404. */
export class KnownPaths {
  readonly #routes: { shape: RegExp; method: string }[] = [];

  add(pattern: string, methods: string | string[]): void {
    // A path that matches a wildcard does not necessarily exist.
    if (pattern.includes("*")) return;
    const shape = new RegExp(
      `^${pattern.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replace(/:[^/]+/g, "[^/]+")}$`,
    );
    for (const method of [methods].flat()) this.#routes.push({ shape, method });
  }

  methodsOf(path: string): string[] {
    return [
      ...new Set(this.#routes.filter(({ shape }) => shape.test(path)).map(({ method }) => method)),
    ].sort();
  }
}
