/**
 * A quoted server reply, from its code to the end of the paragraph or the next code: `<<< 550 5.1.1 …`, `(reason: 550 …)`,
 * `Remote host said: 550 …`, `Out: 451 …`, `Received >>> 550 …`, `#550 5.1.1 …`, `with the following error message: [554 …`.
 */
const QUOTED =
  /(?:^[ \t]*(?:<<<[ \t]*|Out:[ \t]*|Received >>>[ \t]*)?|(?:said|was|returned|error|reason|response|result|message|code|with|below|replied|says|reply)\)?:?[ \t\n]*['"(<[#]?|: |[ \t]#|ERROR_CODE ?:|ResponseCode )(([45]\d\d)(?:[-:, ][^\n]*)?(?:\n[ \t]*(?!(?!\2)[245]\d\d[ -])(?!>>>|<<<|In:)[^\s][^\n]*){0,20})/im;

/** The server reply that a human-readable text quotes, or null. */
export function replyIn(text: string): string | null {
  return QUOTED.exec(text)?.[1]?.trim() ?? null;
}
