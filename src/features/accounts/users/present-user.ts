/** What the outside sees of a user. */
export type User = { email: string; name: string | null };

/** Who has just proved who they are, and the token of their new session. */
export type SignedIn = { token: string; user: User; mustChangePassword: boolean };

/** `must_change_password` is there only while it holds. */
export function mustChange(mustChangePassword: boolean): { must_change_password?: true } {
  return mustChangePassword ? { must_change_password: true } : {};
}
