export const USAGE = `Posthouse, an email-sending platform.

  posthouse serve [--roles api,worker,smtp,inbound] [--workers 1]
                                                        run it; without DATABASE_URL with a PostgreSQL of its own
  posthouse migrate                                     bring the database up to this version
  posthouse doctor                                      check settings, database, disk and relay; says how to mend
  posthouse admin reset-password <email>                give a user a new password
  posthouse admin operator <email>                      let a user run the instance in the dashboard; no-operator takes it back
  posthouse admin adopt-key                             take SECRET_KEY (or secret.key) in place of one that is lost for good
  posthouse admin hold-restored                         after restoring a copy of the database's files: hold what was due in it
  posthouse admin decide-restored retry|delivered       decide about what a restored backup had due: send it again, or call it delivered
  posthouse keys create --account <email> --name <name> make an API key for the account of a user
                       [--permission full|send|read]  what it may do; unset: everything
  posthouse domains allow <domain> --account <email>    let an account send from a domain (needed in SaaS mode)
  posthouse send --to <address> --subject <text>        send an email through a running server; prints its id
                       --html <html> | --text <text> | --file <path>  the body; - is the standard input
                       [--from --cc --bcc --reply-to <address>] [--attach <path>] [--tag <name>=<value>]
                       [--schedule "in 2 hours"] [--idempotency-key <key>]  --to and others may be given again
                       [--dry-run]                    only tell what would become of it
  posthouse logs [--since 1h] [--email <id>] [--json]   print what became of emails: of the last day, or of one email
                       [--follow]                     go on printing what happens
  posthouse suppressions list [filters] [--limit 100] [--json]  print suppressed addresses, newest first
  posthouse suppressions remove <filters>               preview which suppressions match; nothing is removed
                       --yes                          remove them; complaints and unsubscribes only if --reason names them
                       --preview <id> --yes           remove exactly what an earlier preview counted
                       filters: --reason hard_bounce|complaint|unsubscribe|manual --source email|link|key|user|import
                         --reply <text or 5.1.0> --domain <domain> --search <address> --since <1h> --until <time>
  posthouse suppressions restore <removal id>           undo a removal, within 30 days
  posthouse --help | --version

send, logs and suppressions ask a server: --url or POSTHOUSE_URL, else the one of these settings; with --key or POSTHOUSE_API_KEY.
Exit codes: 0 done, 1 wrong or refused, 75 no server or not now (the same command may succeed later).

Settings are environment variables; docs/reference/config.md lists them. In a checkout: npm run posthouse -- <command>
`;
