type Properties<K extends keyof HTMLElementTagNameMap> = Partial<HTMLElementTagNameMap[K]>;

/** Creates an element. Pages never insert HTML, which their content security policy forbids. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties<K> = {},
  children: (Node | string)[] = [],
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}
