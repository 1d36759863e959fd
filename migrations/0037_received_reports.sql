-- The figures of each report, for the list of received reports. Null: the report was stored before they were. day: the key of its sums
-- in domain_report_days.
ALTER TABLE domain_reports
  ADD COLUMN day date,
  ADD COLUMN messages bigint,
  ADD COLUMN passed bigint;
-- The list, newest first. A message may report about several domains.
CREATE INDEX domain_reports_received ON domain_reports (account_id, inbound_id, domain);
-- The last report of each domain.
CREATE INDEX domain_reports_last ON domain_reports (account_id, domain, inbound_id);
