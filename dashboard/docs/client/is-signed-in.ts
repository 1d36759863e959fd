let answer: Promise<boolean> | undefined;

/** Asks once for each page. */
export function isSignedIn(): Promise<boolean> {
  answer ??= ask();
  return answer;
}

async function ask(): Promise<boolean> {
  const response = await fetch("/api/auth").catch(() => null);
  if (!response?.ok) return false;
  return ((await response.json()) as { authenticated: boolean }).authenticated;
}
