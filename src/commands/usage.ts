export const USAGE = `Posthouse, an email-sending platform.

  posthouse serve [--roles api,worker,smtp,inbound] [--workers 1]
                                                        start the server; without DATABASE_URL, with an embedded PostgreSQL
  posthouse migrate                                     bring the database up to this version
  posthouse doctor                                      check settings, database, disk and relay, and say how to fix them
  posthouse admin reset-password <email>                give a user a new password
  posthouse admin operator <email>                      make a user an operator of the instance; no-operator undoes it
  posthouse admin adopt-key                             use SECRET_KEY (or secret.key) instead of one that is lost
  posthouse admin hold-restored                         after restoring a copy of the database's files: hold due recipients
  posthouse admin decide-restored retry|delivered       decide about held recipients of a restored backup: send again, or count as delivered
  posthouse keys create --account <email> --name <name> create an API key for the account of a user
                       [--permission full|send|read]  what the key may do; default: everything
  posthouse domains allow <domain> --account <email>    let an account send from a domain (needed in SaaS mode)
  posthouse send --to <address> --subject <text>        send an email through a running server; prints its id
                       --html <html> | --text <text> | --file <path>  the body; - is the standard input
                       [--from --cc --bcc --reply-to <address>] [--attach <path>] [--tag <name>=<value>]
                       [--schedule "in 2 hours"] [--idempotency-key <key>]  --to and others can be repeated
                       [--dry-run]                    only predict the outcome
  posthouse logs [--since 1h] [--email <id>] [--json]   print events: of the last day, or of one email
                       [--follow]                     keep printing new events
  posthouse suppressions list [filters] [--limit 100] [--json]  print suppressed addresses, newest first
  posthouse suppressions remove <filters>               preview matching suppressions; removes nothing
                       --yes                          remove them; complaints and unsubscribes only if --reason names them
                       --preview <id> --yes           remove exactly the suppressions of an earlier preview
                       filters: --reason hard_bounce|complaint|unsubscribe|manual --source email|link|key|user|import
                         --reply <text or 5.1.0> --domain <domain> --search <address> --since <1h> --until <time>
  posthouse suppressions restore <removal id>           undo a removal, within 30 days
  posthouse --help | --version

send, logs and suppressions call a server: --url or POSTHOUSE_URL, by default that of these settings; with --key or POSTHOUSE_API_KEY.
Exit codes: 0 success, 1 error or refused, 75 server unavailable (the same command may succeed later).

Settings are environment variables; docs/reference/config.md lists them. In a checkout: npm run posthouse -- <command>
`;
