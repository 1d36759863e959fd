-- What SMTP submission does with lines of more than 998 octets: brings them below it without a change of content, or refuses them.
ALTER TABLE api_keys
  ADD long_lines text NOT NULL DEFAULT 're-encode' CHECK (long_lines IN ('re-encode', 'refuse'));

-- What was changed in a message that came whole, an array of sentences; NULL: nothing.
ALTER TABLE emails ADD changes jsonb;
