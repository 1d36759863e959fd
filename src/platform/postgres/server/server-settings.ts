/**
 * The settings that differ from PostgreSQL's defaults. They are set on the command line, so that configuration files cannot
 * override them. Measured on a small machine that also runs the server's own processes.
 */
export function serverSettings({
  socketDir,
  durable,
}: {
  socketDir: string;
  durable: boolean;
}): Record<string, string> {
  return {
    // This setting comes first, because errors in the settings below are logged with its prefix.
    log_line_prefix: "",
    listen_addresses: "",
    unix_socket_directories: quoteListItem(socketDir),
    unix_socket_permissions: "0700",
    max_connections: "100",
    shared_buffers: "128MB",
    effective_cache_size: "512MB",
    work_mem: "8MB",
    maintenance_work_mem: "64MB",
    // Queries are short: compiling one takes longer than running it.
    jit: "off",
    // Assumes flash storage: the default of 4 is for spinning disks.
    random_page_cost: "1.1",
    // An accepted email is on disk before the response is sent.
    fsync: durable ? "on" : "off",
    synchronous_commit: durable ? "on" : "off",
    full_page_writes: durable ? "on" : "off",
    wal_buffers: "16MB",
    max_wal_size: "2GB",
    checkpoint_completion_target: "0.9",
    // The embedded server has no replicas and no base backups, so `minimal` suffices, which writes less WAL for bulk
    // changes.
    wal_level: "minimal",
    max_wal_senders: "0",
    // Queue rows change often, so vacuum runs at 2 % dead rows instead of 20 %, without pauses.
    autovacuum_naptime: "15s",
    autovacuum_vacuum_scale_factor: "0.02",
    autovacuum_analyze_scale_factor: "0.02",
    autovacuum_vacuum_cost_delay: "0",
    // A client that disappeared in the middle of a transaction must not hold its locks.
    idle_in_transaction_session_timeout: "60s",
    client_connection_check_interval: "10s",
    timezone: "UTC",
    log_timezone: "UTC",
    lc_messages: "C",
    log_destination: "stderr",
    logging_collector: "off",
    // Statements and their values contain mail, which does not belong in a log.
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    log_parameter_max_length_on_error: "0",
    log_checkpoints: "off",
    log_autovacuum_min_duration: "-1",
  };
}

/** unix_socket_directories is a list, in which an unquoted comma or space would end the path. */
function quoteListItem(path: string): string {
  return `"${path.replaceAll('"', '""')}"`;
}
