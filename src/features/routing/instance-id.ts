/**
 * The owner of the instance's relays, rules and pools, which apply after each account's own: the nil UUID (RFC 9562 §5.9) instead of an
 * account's id.
 */
export const INSTANCE_ID = "00000000-0000-0000-0000-000000000000";
