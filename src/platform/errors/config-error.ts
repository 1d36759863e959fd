/** A setting with a wrong value; the message is one line that names the setting, the problem and what to do. */
export class ConfigError extends Error {
  override name = "ConfigError";
}
