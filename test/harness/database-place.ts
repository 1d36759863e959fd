import pg from "pg";

/** The address of a server, in the form of node:net's connect. */
export function placeOf(connectionString: string) {
  const { host, port } = new pg.Client({ connectionString });
  return host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}

/** The same database through a port of this machine. */
export function throughPort(connectionString: string, port: number): string {
  const url = new URL(connectionString);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  url.searchParams.delete("host");
  url.searchParams.delete("port");
  return url.toString();
}
