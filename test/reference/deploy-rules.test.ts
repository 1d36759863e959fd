/** The alerting rules name metrics, labels and log events that the program has. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { logEvents, metricDefinitions } from "../../src/processes/features.ts";
import { findProgram } from "../harness/find-program.ts";

const path = fileURLToPath(new URL("../../deploy/helm/posthouse/files/posthouse.rules.yml", import.meta.url));
const text = await readFile(path, "utf8");
const definitions = metricDefinitions();

test("every metric of the rules exists, with the labels and values that the rules select", () => {
  const uses = [...text.matchAll(/\b(posthouse_\w+)(?:\{([^}]*)\})?/g)];
  expect(uses.length).toBeGreaterThan(10);
  for (const [, name = "", selector = ""] of uses) {
    const definition = definitions[name];
    expect(definition, name).toBeDefined();
    for (const [, label = "", value = ""] of selector.matchAll(/(\w+)=~?"([^"]*)"/g)) {
      expect(definition?.labels, name).toContain(label);
      const known = definition?.values?.[label];
      if (known) for (const one of value.split("|")) expect(known, `${name} ${label}`).toContain(one);
    }
  }
});

test("every log event of the rules exists", () => {
  const [, events = ""] = /event=~"([^"]+)"/.exec(text) ?? [];
  expect(events.split("|").length).toBeGreaterThan(5);
  for (const event of events.split("|")) expect(Object.keys(logEvents)).toContain(event);
});

const promtool = findProgram("promtool");

test.skipIf(promtool === null)("Prometheus accepts the rules", async () => {
  const { stdout } = await promisify(execFile)(promtool ?? "", ["check", "rules", path]);
  expect(stdout).toContain("SUCCESS");
});
