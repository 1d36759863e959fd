-- Addresses of mail servers that have taken mail from us, by the throttle of their provider. Only mail to such addresses shares the
-- provider's throttle, because anybody may name a provider's hosts in an MX record (docs/decisions/0044-throttles-and-tenants.md).
CREATE TABLE destination_hosts (
  throttle text NOT NULL,
  address text NOT NULL,
  delivered_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (throttle, address)
);
CREATE INDEX destination_hosts_by_time ON destination_hosts (delivered_at);
