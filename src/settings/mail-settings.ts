import type { Setting } from "./setting.ts";
import {
  readChoice,
  readDnsServers,
  readDomainName,
  readHost,
  readPort,
  readRelayUrl,
  readSender,
  readSwitch,
  readText,
} from "./setting-readers.ts";

/** Settings of mail: submission, delivery, inbound mail and senders. */
export const MAIL_SETTINGS = {
  SMTP_PORT: {
    default: null,
    meaning:
      "Port on which programs submit mail by SMTP with STARTTLS; 0 means any free port. Unset: 587 as root, otherwise 2587, and none if that port is taken.",
    example: "2587",
    read: (text: string) => readPort(text),
  },
  SMTPS_PORT: {
    default: null,
    meaning: "The same with implicit TLS. Unset: 465 as root, otherwise 2465.",
    example: "2465",
    read: (text: string) => readPort(text),
  },
  SMTP_TLS_CERT: {
    default: null,
    meaning:
      "PEM file of the certificate chain for SMTP, reloaded when it changes. Unset: a self-signed certificate, kept in DATA_DIR.",
    example: "/etc/letsencrypt/live/mail.example.com/fullchain.pem",
    read: readText,
  },
  SMTP_TLS_KEY: {
    default: null,
    meaning: "PEM file of the private key of SMTP_TLS_CERT.",
    example: "/etc/letsencrypt/live/mail.example.com/privkey.pem",
    read: readText,
  },
  SMTP_RELAY_URL: {
    default: null,
    meaning:
      "Mail server that receives all outgoing mail. smtps:// uses implicit TLS. smtp:// with a password requires STARTTLS and a valid certificate; without a password it uses STARTTLS if offered. ?tls=required or ?tls=none overrides this; ?insecure=1 accepts any certificate.",
    example: "smtp://user:secret@smtp.example.com:587",
    read: readRelayUrl,
  },
  DELIVERY: {
    default: null,
    meaning:
      "How mail is sent. capture keeps all mail in the dashboard's inbox, relay sends it through SMTP_RELAY_URL or a relay of the dashboard, direct sends it to the recipients' mail servers. Unset: relay if SMTP_RELAY_URL is set, otherwise as chosen in the dashboard under Settings → Delivery, which is capture at first.",
    example: "direct",
    read: (text: string) => readChoice(text, ["capture", "relay", "direct"] as const),
  },
  HELO_NAME: {
    default: null,
    meaning:
      "Host name of this machine in SMTP (EHLO). The reverse DNS of its address should return this name. Unset: the host of BASE_URL.",
    example: "mail.example.com",
    read: readHost,
  },
  DIRECT_PORT: {
    default: "25",
    meaning: "Port of the recipients' mail servers. Change it only for tests.",
    example: "2525",
    read: (text: string) => readPort(text, { min: 1 }),
  },
  DIRECT_TO_PRIVATE: {
    default: "off",
    meaning:
      "on allows delivery to servers on private and local addresses; off refuses them, because no public domain has its mail server there.",
    example: "on",
    read: readSwitch,
  },
  INBOUND_HOST: {
    default: null,
    meaning:
      "Host name that receives bounces. The MX records of return paths point to it. Unset: the host of BASE_URL.",
    example: "in.mail.example.com",
    read: readHost,
  },
  INBOUND_PORT: {
    default: null,
    meaning:
      "Port on which bounces, complaints and reports arrive by SMTP; 0 means any free port. Unset: 25 as root, otherwise 2525, and none unless mail is delivered directly, RETURN_PATH_DOMAIN is set, or the return path of a domain points to INBOUND_HOST.",
    example: "2525",
    read: (text: string) => readPort(text),
  },
  RETURN_PATH_DOMAIN: {
    default: null,
    meaning:
      "Return path domain for senders whose own domain has none. Its MX record must point to INBOUND_HOST.",
    example: "bounces.mail.example.com",
    read: readDomainName,
  },
  DNS_SERVERS: {
    default: null,
    meaning:
      "DNS resolvers, comma-separated, each an IP address with or without a port. Unset: those of the system.",
    example: "127.0.0.1:5353, [2001:db8::53]",
    read: readDnsServers,
  },
  REQUIRE_VERIFIED_DOMAIN: {
    default: null,
    meaning:
      "on lets an account send only from domains that it has verified. Always on in SaaS mode and with direct delivery. Unset: on if sign-up is open and mail goes to a relay, otherwise off.",
    example: "on",
    read: readSwitch,
  },
  DEFAULT_FROM: {
    default: null,
    meaning: "Sender of accounts without a default sender of their own.",
    example: "Example <hello@example.com>",
    read: readSender,
  },
} as const satisfies Record<string, Setting<unknown>>;
