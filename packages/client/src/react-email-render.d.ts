/** Declares the optional peer dependency for builds without it. */
declare module "@react-email/render" {
  export function render(element: never): Promise<string>;
}
