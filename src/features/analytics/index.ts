/**
 * Roll-ups of what happened to mail, and the metrics that are read from them.
 *
 * events, engagements, emails → rollupsFollower → counts, latencies → loadMetrics
 */
export { rollupsFollower } from "./rollups/rollups-follower.ts";
