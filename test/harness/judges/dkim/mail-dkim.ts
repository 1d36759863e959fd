import { asJson, outputOf, type Verifier } from "./verifier.ts";

const SCRIPT = `
use strict; use warnings;
use JSON::PP; use MIME::Base64; use Net::DNS; use Mail::DKIM::Verifier; use Mail::DKIM::DNS;
my $port = shift @ARGV;
Mail::DKIM::DNS::resolver(Net::DNS::Resolver->new(nameservers => ["127.0.0.1"], port => $port));
local $/; my @answers;
for my $message (@{decode_json(<STDIN>)}) {
  my $verifier = Mail::DKIM::Verifier->new();
  $verifier->PRINT(decode_base64($message));
  $verifier->CLOSE;
  push @answers, [map { $_->selector } grep { $_->result eq "pass" } $verifier->signatures];
}
print encode_json(\\@answers);
`;

/** Perl's Mail::DKIM, which queries the DNS. The version in Debian 12 does not support Ed25519. */
export const verifyWithPerl: Verifier = async (messages, { address }) =>
  JSON.parse(await outputOf("perl", ["-e", SCRIPT, address.split(":")[1] ?? ""], asJson(messages)));
