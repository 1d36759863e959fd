export const usage = `Posthouse, an email-sending platform.

  posthouse serve [--roles api,worker] [--workers 1]   run it; without DATABASE_URL with a PostgreSQL of its own
  posthouse migrate                                     bring the database up to this version
  posthouse doctor                                      check settings, database, disk and relay; says how to mend
  posthouse admin reset-password <email>                give a user a new password
  posthouse keys create --account <email> --name <name> make an API key for the account of a user
                       [--permission full|send|read]  what it may do; unset: everything
  posthouse domains allow <domain> --account <email>    let an account send from a domain (needed in SaaS mode)
  posthouse --help | --version

Settings are environment variables; docs/reference/config.md lists them. In a checkout: npm run posthouse -- <command>
`;
