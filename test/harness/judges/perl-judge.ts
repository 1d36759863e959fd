import { type MailReading, readWith } from "./mail-reading.ts";

const READER = `
use strict; use warnings;
use Email::MIME; use Email::MIME::ContentType; use Encode (); use JSON::PP (); use MIME::Base64;
my $json = JSON::PP->new->utf8->allow_nonref;
local $/;
my @out;
sub file {
    my ($part) = @_;
    my $disposition = parse_content_disposition($part->header_raw('Content-Disposition'));
    my $id = $part->header('Content-ID');
    $id =~ s/^<|>$//g if defined $id;
    my ($type) = split /;/, $part->content_type;
    return { filename => $disposition->{attributes}{filename}, disposition => $disposition->{type},
             contentType => lc $type, contentId => $id, base64 => encode_base64($part->body, '') };
}
for my $raw (@{$json->decode(<STDIN>)}) {
    my $m = Email::MIME->new(decode_base64($raw));
    my (%addresses, %body, @files, @headers);
    for my $name (qw(from to cc reply-to)) {
        next unless defined $m->header_raw($name);
        my @boxes = $m->header_as_obj($name)->addresses;
        $addresses{$name} = [map { [defined $_->phrase ? $_->phrase : '', $_->address] } @boxes];
    }
    my @pairs = $m->header_str_pairs;
    while (my ($name, $value) = splice @pairs, 0, 2) { push @headers, [$name, $value] }
    $m->walk_parts(sub {
        my ($part) = @_;
        return if $part->subparts;
        if (defined $part->header_raw('Content-Disposition')) { push @files, file($part); return }
        my $kind = $part->content_type =~ m{^text/html} ? 'html' : 'plain';
        $body{$kind} = Encode::decode('utf8', $part->body) unless exists $body{$kind};
    });
    push @out, { headers => \\@headers, addresses => \\%addresses, files => \\@files,
                 plain => $body{plain}, html => $body{html} };
}
print $json->encode(\\@out);
`;

/** Parses all messages in one run of `perl` with Email::MIME. */
export function readWithPerl(raws: Buffer[]): Promise<MailReading[]> {
  return readWith<MailReading>("perl", ["-e", READER], raws);
}
