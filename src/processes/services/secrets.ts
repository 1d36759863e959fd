import { openInstanceSecrets } from "../../platform/secrets/index.ts";
import { once } from "./services.ts";

export const secretsOf = once(({ config }) =>
  openInstanceSecrets({ dataDir: config.dataDir, key: config.secretKey }),
);
