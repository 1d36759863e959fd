import { PosthouseError } from "./posthouse-error.ts";

/** The result of JSX. Declared here, so that this package does not depend on React's types. */
export type ReactElement = { type: unknown; props: unknown; key: unknown };

/** Renders a React Email component to HTML with the optional peer dependency `@react-email/render`. */
export async function renderReact(element: ReactElement): Promise<string> {
  let render: (element: never) => Promise<string>;
  try {
    // Inside try, so that bundlers treat the package as optional.
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
