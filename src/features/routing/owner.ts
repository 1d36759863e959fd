/**
 * Whose relays, rules and pools: an account's, or the instance's, which come after every account's own and have the nil UUID
 * (RFC 9562 §5.9) in the place of an account.
 */
export const instanceId = "00000000-0000-0000-0000-000000000000";
