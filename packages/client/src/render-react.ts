import { PosthouseError } from "./posthouse-error.ts";

/** What JSX makes; written out, so that this package needs no types of React. */
export type ReactElement = { type: unknown; props: unknown; key: unknown };

/** HTML of a React Email component, by the optional peer `@react-email/render`. */
export async function renderReact(element: ReactElement): Promise<string> {
  let render: (element: never) => Promise<string>;
  try {
    // Inside try: bundlers then take the package for what it is, optional.
    ({ render } = await import("@react-email/render"));
  } catch (cause) {
    throw new PosthouseError({
      code: "react_email_missing",
      message: "The option `react` needs the package @react-email/render: npm install @react-email/render",
      cause,
    });
  }
  return await render(element as never);
}
