/**
 * SQL of a CTE that stores cursors in the statement that stores the effects, so that both are one commit. `of` is a CTE with the columns
 * `shard, lease, cursor`, one row for each follower. It returns the shards whose lease is still the current one: effects of others must
 * not be stored, because another process runs them.
 */
export function movedFollowers({ name, of }: { name: string; of: string }): string {
  return `UPDATE followers f SET cursor = greatest(f.cursor, m.cursor), moved_at = now()
    FROM ${of} m WHERE f.name = '${name}' AND f.shard = m.shard AND f.lease = m.lease
    RETURNING f.shard`;
}
