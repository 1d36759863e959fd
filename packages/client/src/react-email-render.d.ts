/** The optional peer, where it is not installed. */
declare module "@react-email/render" {
  export function render(element: never): Promise<string>;
}
