import { describe, expect, test } from "vitest";
import { loadConfig, requiresVerifiedDomain, signupsIn } from "./config.ts";
import { ConfigError } from "./platform/errors/index.ts";
import { settings } from "./settings/index.ts";

describe("loadConfig", () => {
  test("needs nothing", () => {
    expect(loadConfig({})).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      baseUrl: "http://localhost:3000",
      dataDir: "./data",
      databaseUrl: null,
      deliveryOverride: null,
      defaultAdminEmail: "admin@example.com",
      defaultAdminPassword: "posthouse",
      signups: null,
      saas: false,
      trustedProxies: [],
      rateLimit: 1_200_000,
    });
    expect(loadConfig({ PAYMENT_SECRET_KEY: "sk" }).rateLimit).toBe(60_000);
    expect(loadConfig({ RATE_LIMIT: "0" }).rateLimit).toBe(0);
  });

  test("bounces are received if the instance has return paths of its own or a port is set", () => {
    expect(loadConfig({ INBOUND_HOST: "in.example.com" }).takesReturns).toBe(false);
    expect(loadConfig({ INBOUND_PORT: "0" }).takesReturns).toBe(true);
    expect(loadConfig({ RETURN_PATH_DOMAIN: "Bounces.Example.com" })).toMatchObject({
      takesReturns: true,
      returnPathDomain: "bounces.example.com",
    });
  });

  test("an empty setting counts as unset, and the result is frozen", () => {
    const config = loadConfig({ PORT: "", BASE_URL: " " });
    expect(config.port).toBe(3000);
    expect(Object.isFrozen(config)).toBe(true);
  });

  test.each([
    [{}, "capture", "open"],
    [{ SMTP_RELAY_URL: "smtp://relay.example.com" }, "relay", "closed"],
    [{ SMTP_RELAY_URL: "smtp://relay.example.com", DELIVERY: "capture" }, "capture", "open"],
    [{ SMTP_RELAY_URL: "smtp://relay.example.com", PAYMENT_SECRET_KEY: "sk" }, "relay", "open"],
    [{ SIGNUPS: "closed" }, "capture", "closed"],
  ] as const)("%j: delivery is %s and sign-up is %s", (env, delivery, signups) => {
    const config = loadConfig(env);
    expect(config.deliveryOverride?.mode ?? "capture").toBe(delivery);
    expect(signupsIn(config, delivery)).toBe(signups);
  });

  const relay = { SMTP_RELAY_URL: "smtp://relay.example.com" };
  test.each([
    [{}, false],
    [{ REQUIRE_VERIFIED_DOMAIN: "on" }, true],
    [relay, false],
    [{ ...relay, SIGNUPS: "open" }, true],
    [{ ...relay, SIGNUPS: "open", REQUIRE_VERIFIED_DOMAIN: "off" }, false],
    [{ DELIVERY: "direct", REQUIRE_VERIFIED_DOMAIN: "off" }, true],
    [{ PAYMENT_SECRET_KEY: "sk", REQUIRE_VERIFIED_DOMAIN: "off" }, true],
  ])("%j requires verified sender domains: %s", (env, requireVerifiedDomain) => {
    const config = loadConfig(env);
    const mode = config.deliveryOverride?.mode ?? "capture";
    expect(requiresVerifiedDomain(config, mode)).toBe(requireVerifiedDomain);
  });

  test("the environment sets the delivery mode by DELIVERY, or by SMTP_RELAY_URL", () => {
    const overrideIn = (env: Record<string, string>) => loadConfig(env).deliveryOverride;
    expect(overrideIn({})).toBeNull();
    expect(overrideIn({ DELIVERY: "relay" })).toEqual({ mode: "relay", setting: "DELIVERY" });
    expect(overrideIn(relay)).toEqual({ mode: "relay", setting: "SMTP_RELAY_URL" });
    expect(overrideIn({ ...relay, DELIVERY: "direct" })).toEqual({ mode: "direct", setting: "DELIVERY" });
  });

  test.each([
    ["PORT", "http"],
    ["PORT", "70000"],
    ["HOST", "a b"],
    ["BASE_URL", "mail.example.com"],
    ["BASE_URL", "https://example.com/path"],
    ["DATABASE_URL", "mysql://x"],
    ["DATABASE_URL", "postgresql://u:p%e4@h/d"],
    ["DATABASE_URL", "postgresql://u:p@h:port/d"],
    ["DATABASE_URL", "postgresql://u:p@h/d?sslrootcert=/nowhere/ca.pem"],
    ["SMTP_RELAY_URL", "http://relay.example.com"],
    ["DELIVERY", "post"],
    ["DELIVERY", "pigeons"],
    ["DEFAULT_ADMIN_EMAIL", "admin"],
    ["DEFAULT_ADMIN_PASSWORD", "short"],
    ["SIGNUPS", "yes"],
    ["SMTP_PORT", "tcp://10.0.0.7:25"],
    ["TRUSTED_PROXIES", "proxy.example.com"],
    ["TRUSTED_PROXIES", "10.0.0.0/33"],
    ["TRUSTED_PROXIES", "10.0.0"],
    ["RATE_LIMIT", "-1"],
    ["SECRET_KEY", "not so long"],
    ["DEFAULT_FROM", "not an address"],
    ["DEFAULT_FROM", "Ada <ada@example.com"],
    ["DNS_SERVERS", "dns.example.com"],
    ["DNS_SERVERS", "1.1.1.1:99999"],
    ["DNS_SERVERS", "1.1.1.1:0"],
    ["DNS_SERVERS", "1.1.1.1, [2001:db8::53]:65536"],
    ["INBOUND_PORT", "smtp"],
    ["RETURN_PATH_DOMAIN", "localhost"],
    ["RETURN_PATH_DOMAIN", "a@example.com"],
    ["REQUIRE_VERIFIED_DOMAIN", "yes"],
    ["LOG_LEVEL", "loud"],
  ])("%s=%s is one line that names the setting and gives an example", (name, value) => {
    const load = () => loadConfig({ [name]: value });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(new RegExp(`^${name} [^\n]*e\\.g\\. [^\n]+$`));
  });

  test("a % in DATABASE_URL that begins no escape stands for itself, and one that cannot be read is explained", () => {
    const databaseUrl = "postgresql://u:100%w@h/d";
    expect(loadConfig({ DATABASE_URL: databaseUrl }).databaseUrl).toBe(databaseUrl);
    expect(() => loadConfig({ DATABASE_URL: "postgresql://u:p%e4@h/d" })).toThrow("write it as %25");
    expect(() => loadConfig({ DATABASE_URL: "postgresql://h/d?sslrootcert=/nowhere/ca.pem" })).toThrow(
      "names the file /nowhere/ca.pem, which cannot be read (ENOENT)",
    );
  });

  test("an error never repeats a password", () => {
    expect(() => loadConfig({ DATABASE_URL: "mysql://u:topsecret@h/d" })).toThrow(/^(?!.*topsecret)/);
    expect(() => loadConfig({ SMTP_RELAY_URL: "smtp://u:topsecret@h:0" })).toThrow(/^(?!.*topsecret)/);
    expect(() => loadConfig({ SECRET_KEY: "topsecret" })).toThrow(/^(?!.*topsecret)/);
  });

  test("each example is a valid value", () => {
    for (const { example, read } of Object.values(settings)) expect(() => read(example)).not.toThrow();
  });
});
