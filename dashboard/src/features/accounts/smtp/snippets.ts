export type SmtpEndpoint = {
  host: string;
  /** The STARTTLS port and the implicit-TLS port; null if there is none. */
  port: number | null;
  tls_port: number | null;
};

export type Snippet = {
  id: string;
  label: string;
  /** The file it belongs in. */
  place: string;
  code: string;
};

/** An example sender for the user to change. */
const FROM = "you@example.com";

/**
 * Settings of common SMTP clients for this instance. The key is a placeholder, because the dashboard does not
 * know it. Prefers the STARTTLS port, which most clients expect.
 */
export function snippetsFor({ host, port, tls_port: tlsPort }: SmtpEndpoint): Snippet[] {
  const isTls = port === null;
  const usedPort = port ?? tlsPort ?? 587;
  const server = { host, port: usedPort, isTls };
  return [nodemailer, laravel, django, rails, wordpress, spring, go, curl, swaks].map((make) => make(server));
}

type Server = { host: string; port: number; isTls: boolean };

const nodemailer = ({ host, port, isTls }: Server): Snippet => ({
  id: "nodemailer",
  label: "Nodemailer",
  place: "Node.js",
  code: `const transport = nodemailer.createTransport({
  host: "${host}",
  port: ${port},
  secure: ${isTls},${isTls ? "" : "\n  requireTLS: true,"}
  auth: { user: "posthouse", pass: process.env.POSTHOUSE_API_KEY },
});`,
});

const laravel = ({ host, port, isTls }: Server): Snippet => ({
  id: "laravel",
  label: "Laravel",
  place: ".env",
  code: `MAIL_MAILER=smtp
MAIL_SCHEME=${isTls ? "smtps" : "smtp"}
MAIL_HOST=${host}
MAIL_PORT=${port}
MAIL_USERNAME=posthouse
MAIL_PASSWORD=YOUR_API_KEY
MAIL_FROM_ADDRESS=${FROM}`,
});

const django = ({ host, port, isTls }: Server): Snippet => ({
  id: "django",
  label: "Django",
  place: "settings.py",
  code: `EMAIL_HOST = "${host}"
EMAIL_PORT = ${port}
EMAIL_USE_${isTls ? "SSL" : "TLS"} = True
EMAIL_HOST_USER = "posthouse"
EMAIL_HOST_PASSWORD = os.environ["POSTHOUSE_API_KEY"]
DEFAULT_FROM_EMAIL = "${FROM}"`,
});

const rails = ({ host, port, isTls }: Server): Snippet => ({
  id: "rails",
  label: "Rails",
  place: "config/environments/production.rb",
  code: `config.action_mailer.delivery_method = :smtp
config.action_mailer.smtp_settings = {
  address: "${host}",
  port: ${port},
  user_name: "posthouse",
  password: ENV["POSTHOUSE_API_KEY"],
  authentication: :plain,
  ${isTls ? "tls: true" : "enable_starttls: true"},
}`,
});

const wordpress = ({ host, port, isTls }: Server): Snippet => ({
  id: "wordpress",
  label: "WordPress",
  place: "plugin or functions.php; POSTHOUSE_API_KEY in wp-config.php",
  code: `add_action('phpmailer_init', function ($mailer) {
    $mailer->isSMTP();
    $mailer->Host = '${host}';
    $mailer->Port = ${port};
    $mailer->SMTPSecure = '${isTls ? "ssl" : "tls"}';
    $mailer->SMTPAuth = true;
    $mailer->Username = 'posthouse';
    $mailer->Password = POSTHOUSE_API_KEY;
});`,
});

const spring = ({ host, port, isTls }: Server): Snippet => ({
  id: "spring",
  label: "Spring",
  place: "application.properties",
  code: `spring.mail.host=${host}
spring.mail.port=${port}
spring.mail.username=posthouse
spring.mail.password=\${POSTHOUSE_API_KEY}
spring.mail.properties.mail.smtp.auth=true
spring.mail.properties.mail.smtp.${isTls ? "ssl.enable" : "starttls.required"}=true${
    isTls ? "" : "\nspring.mail.properties.mail.smtp.starttls.enable=true"
  }`,
});

const go = ({ host, port, isTls }: Server): Snippet => ({
  id: "go",
  label: "Go",
  place: isTls ? "net/smtp over crypto/tls" : "net/smtp",
  code: isTls
    ? `conn, err := tls.Dial("tcp", "${host}:${port}", &tls.Config{ServerName: "${host}"})
if err != nil {
	return err
}
client, err := smtp.NewClient(conn, "${host}")
if err != nil {
	return err
}
err = client.Auth(smtp.PlainAuth("", "posthouse", os.Getenv("POSTHOUSE_API_KEY"), "${host}"))`
    : `auth := smtp.PlainAuth("", "posthouse", os.Getenv("POSTHOUSE_API_KEY"), "${host}")
err := smtp.SendMail("${host}:${port}", auth, "${FROM}", []string{"ada@example.com"}, message)`,
});

const curl = ({ host, port, isTls }: Server): Snippet => ({
  id: "curl",
  label: "curl",
  place: "shell; message.eml is the raw message",
  code: `curl ${isTls ? "smtps" : "smtp"}://${host}:${port}${isTls ? "" : " --ssl-reqd"} \\
  --user "posthouse:$POSTHOUSE_API_KEY" \\
  --mail-from ${FROM} --mail-rcpt ada@example.com \\
  --upload-file message.eml`,
});

const swaks = ({ host, port, isTls }: Server): Snippet => ({
  id: "swaks",
  label: "swaks",
  place: "shell",
  code: `swaks --server ${host} --port ${port} ${isTls ? "--tls-on-connect" : "--tls"} \\
  --auth PLAIN --auth-user posthouse --auth-password "$POSTHOUSE_API_KEY" \\
  --from ${FROM} --to ada@example.com`,
});
