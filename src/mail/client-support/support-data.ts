/** The shape of the generated data. */

export type Client = {
  /** Family and platform: `outlook.windows`. */
  id: string;
  family: string;
  familyName: string;
  platform: string;
};

export type Feature = {
  slug: string;
  title: string;
  category: "html" | "css" | "image" | "others";
  /** HTML that uses the feature has one of them, as `findTraits` reports it. */
  traits: readonly string[];
  /** A letter for each of CLIENTS: `y` supported, `a` partly, `n` not, `-` unknown. */
  support: string;
  noteTexts?: readonly string[];
  /** The index of the note, by the client's id. */
  notes?: Readonly<Record<string, number>>;
};
