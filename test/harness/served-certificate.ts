import { once } from "node:events";
import { type ConnectionOptions, connect } from "node:tls";

/** The serial number of the certificate that a TLS server on this machine shows; null if no connection is established. */
export async function servedSerial(options: ConnectionOptions): Promise<string | null> {
  const socket = connect({ host: "127.0.0.1", ...options });
  try {
    await once(socket, "secureConnect");
    return socket.getPeerX509Certificate()?.serialNumber ?? null;
  } catch {
    return null;
  } finally {
    socket.destroy();
  }
}
