import type { Pool, PoolInput } from "../../../api-types.ts";

export type SourceDraft = {
  /** Identifies the form's row. */
  key: string;
  address: string;
  heloName: string;
  startedOn: string;
};

export type PoolDraft = {
  name: string;
  sources: SourceDraft[];
};

let sources = 0;

export function newSource(): SourceDraft {
  // `crypto.randomUUID` exists on https and localhost only.
  sources += 1;
  return { key: String(sources), address: "", heloName: "", startedOn: "" };
}

export function newPoolDraft(): PoolDraft {
  return { name: "", sources: [newSource()] };
}

export function draftOf({ name, sources }: Pool): PoolDraft {
  return {
    name,
    sources: sources.map(({ address, helo_name, started_on }) => ({
      ...newSource(),
      address,
      heloName: helo_name,
      startedOn: started_on ?? "",
    })),
  };
}

export function inputOf({ name, sources }: PoolDraft): PoolInput {
  return {
    name,
    sources: sources.map(({ address, heloName, startedOn }) => ({
      address: address.trim(),
      helo_name: heloName.trim(),
      started_on: startedOn === "" ? null : startedOn,
    })),
  };
}
