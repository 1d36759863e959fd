import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryCodePoint } from "../../../test/harness/arbitrary-code-point.ts";
import { type Mailbox, parseMailbox } from "./index.ts";

function accepted(text: string): Mailbox {
  const parsed = parseMailbox(text);
  if (!parsed.ok) throw new Error(`${JSON.stringify(text)} refused: ${parsed.reason}`);
  return parsed.mailbox;
}

function reasonFor(text: string): string | null {
  const parsed = parseMailbox(text);
  return parsed.ok ? null : parsed.reason;
}

const label63 = "l".repeat(63);

describe("accepts", () => {
  test.each([
    ["a@b.example", "a@b.example", null],
    ["  a@b.example  ", "a@b.example", null],
    ["First.Last+tag@Sub.Example.COM", "First.Last+tag@sub.example.com", null],
    ["o'brien=x/y{z}@b.example", "o'brien=x/y{z}@b.example", null],
    ["<a@b.example>", "a@b.example", null],
    ["Ada Lovelace <ada@b.example>", "ada@b.example", "Ada Lovelace"],
    ["J. Smith  Jr. <j@b.example>", "j@b.example", "J. Smith Jr."],
    ['"Lovelace, Ada" <ada@b.example>', "ada@b.example", "Lovelace, Ada"],
    ['"a \\"b\\" \\\\ c"<ada@b.example>', "ada@b.example", 'a "b" \\ c'],
    ['"" <a@b.example>', "a@b.example", null],
    ["Jürgen 🐎 <j@b.example>", "j@b.example", "Jürgen 🐎"],
    ["Acme (Support) <a@b.example>", "a@b.example", "Acme (Support)"],
    ["Ada (via App) <a@b.example>", "a@b.example", "Ada (via App)"],
    ["Acme, Inc. <a@b.example>", "a@b.example", "Acme, Inc."],
    ["Acme: Orders <a@b.example>", "a@b.example", "Acme: Orders"],
    ["Acme; Orders <a@b.example>", "a@b.example", "Acme; Orders"],
    ['First "M." Last <a@b.example>', "a@b.example", 'First "M." Last'],
    ['"Ada" Lovelace <a@b.example>', "a@b.example", '"Ada" Lovelace'],
    ['5" pipes <a@b.example>', "a@b.example", '5" pipes'],
    ["a@x.example <a@b.example>", "a@b.example", "a@x.example"],
    ["O'Brien [Sales] <a@b.example>", "a@b.example", "O'Brien [Sales]"],
    ["Back\\slash <a@b.example>", "a@b.example", "Back\\slash"],
    ["🎉 Party (:-) <a@b.example>", "a@b.example", "🎉 Party (:-)"],
    ["((((( <a@b.example>", "a@b.example", "((((("],
    ['"I <3 mail" <a@b.example>', "a@b.example", "I <3 mail"],
    [`${"x".repeat(64)}@b.example`, `${"x".repeat(64)}@b.example`, null],
    [`a@${label63}.example`, `a@${label63}.example`, null],
    ["a@1.2.3.example", "a@1.2.3.example", null],
  ])("%s", (text, address, name) => {
    expect(accepted(text)).toEqual({ address, name });
  });

  test.each([
    ['"a b"@d.example'],
    ['"a\\"b"@d.example'],
    ['"a\\\\"@d.example'],
    ['"a.b..c"@d.example'],
    ['"(not a comment)"@d.example'],
    ['"x, y; z: w"@d.example'],
  ])("the quoted local part of %s is unchanged (C5)", (text) => {
    expect(accepted(text).address).toBe(text);
    expect(accepted(`Name <${text}>`)).toEqual({ address: text, name: "Name" });
  });

  test.each([
    ["user@bücher.example", "user@xn--bcher-kva.example"],
    ["user@BÜCHER.example", "user@xn--bcher-kva.example"],
    ["user@xn--bcher-kva.example", "user@xn--bcher-kva.example"],
    ["user@XN--BCHER-KVA.example", "user@xn--bcher-kva.example"],
    ["user@faß.example", "user@xn--fa-hia.example"],
    ["user@例え。テスト", "user@xn--r8jz45g.xn--zckzah"],
    ["user@аpple.example", "user@xn--pple-43d.example"],
    ["user@نامه\u200cای.example", "user@xn--mgba3gch31f060k.example"],
    ["用户@例え.example", "用户@xn--r8jz45g.example"],
    ["👩\u200d🚀@b.example", "👩\u200d🚀@b.example"],
  ])("%s has A-labels and an unchanged local part (C8, C9)", (text, address) => {
    expect(accepted(text).address).toBe(address);
  });
});

describe("refuses", () => {
  const controls = [
    "\r",
    "\n",
    "\r\n",
    "\u2028",
    "\u2029",
    "\u0085",
    "\0",
    "\v",
    "\f",
    "\x7f",
    "\t",
    "\x1b",
    "\b",
  ];
  test.each(controls)(
    "the control %j is refused in the name, the local part and the domain (C1)",
    (control) => {
      for (const text of [`N${control}x <a@b.example>`, `a${control}b@b.example`, `a@b${control}c.example`]) {
        expect(reasonFor(text)).toMatch(/control character/);
      }
      expect(reasonFor(`a@b.example${control}Bcc: x@y.example`)).toMatch(/control character/);
      expect(reasonFor(`"a${control}b"@b.example`)).toMatch(/control character/);
    },
  );

  test.each([
    [`"a@evil.example x"@d.example`, /quoted part/],
    [`"a%evil.example"@d.example`, /quoted part/],
    [`"a>b"@d.example`, /quoted part/],
    [`a."b"@d.example`, /double quotes/],
    [`"a"b@d.example`, /no @ follows/],
    [`"a@d.example`, /not closed/],
    [`""@d.example`, /empty/],
  ])("%s (C5)", (text, reason) => {
    expect(reasonFor(text)).toMatch(reason);
  });

  test.each([
    ["G: a@x.example, b@y.example;", /Groups/],
    ["Undisclosed recipients:;", /Groups/],
    ["a@x.example, b@y.example", /more than one @/],
    ["A <a@x.example>, B <b@y.example>", /list/],
    ["a@x.example, B <b@y.example>", /list/],
    ["a@x.example; B <b@y.example>", /list/],
    ["G: <a@x.example>;", /Groups|brackets/],
    ["G: A <a@x.example>, B <b@x.example>;", /Groups|brackets|list/],
    ["a (comment)@x.example", /Comments/],
    ["a@x.example (comment)", /Comments/],
    ["(comment) a@x.example", /Comments/],
  ])("%s (C6)", (text, reason) => {
    expect(reasonFor(text)).toMatch(reason);
  });

  test.each([
    ["<@a.example,@b.example:c@d.example>", /routes/],
    ["@a.example:c@d.example", /empty/],
    ["a%b.example@d.example", /%/],
    ["b.example!a@d.example", /!/],
    ["a@[127.0.0.1]", /IP address/],
    ["a@[IPv6:::1]", /IP address/],
    ["a@127.0.0.1", /IP address/],
    ["a@①②⑦.⓪.⓪.①", /IP address/],
    ["a@0x7f.1", /domain/],
    ["a@localhost", /public name/],
    ["a@x.localhost", /public name/],
    ["a@intranet", /public name/],
  ])("%s (C7)", (text, reason) => {
    expect(reasonFor(text)).toMatch(reason);
  });

  test.each([
    ["a@b.example.", /dot/],
    ["a@b..example", /two dots/],
    ["a@b。。example", /two dots/],
    ["a@.b.example", /two dots/],
    ["a@-b.example", /hyphen/],
    ["a@b-.example", /hyphen/],
    ["a@b_c.example", /character/],
    ["a@b%41.example", /character/],
    ["a@b#c.example", /character/],
    ["a@b/c.example", /character/],
    ["a@b:25", /character/],
    ["a@b c.example", /character/],
    ["a@xn--zz.example", /xn--/],
    ["a@xn--99999999.example", /xn--/],
    ["a@XN--A.example", /xn--/],
    ["a@\u0378.example", /internationalised/],
    ["a@\u0300a.example", /internationalised/],
    ["a@b\u200bc.example", /invisible/],
    ["a@b\u00adc.example", /invisible/],
    ["a\u200b@b.example", /invisible/],
    ["a\u00a0b@b.example", /invisible/],
  ])("%s (C8)", (text, reason) => {
    expect(reasonFor(text)).toMatch(reason);
  });

  test.each([
    [`${"x".repeat(65)}@b.example`, /64 octets/],
    [`${"ü".repeat(33)}@b.example`, /64 octets/],
    [`a@${"l".repeat(64)}.example`, /63 characters/],
    [`a@${"ß".repeat(70)}.example`, /63 characters/],
    [`a@${`${label63}.`.repeat(4)}example`, /253 characters/],
    [`${"x".repeat(64)}@${`${label63}.`.repeat(3)}example`, /254 octets/],
    [`${"n".repeat(257)} <a@b.example>`, /256 characters/],
    [`a@b.example${" ".repeat(1_000)}`, /1000 characters/],
  ])("over-long %# (C10)", (text, reason) => {
    expect(reasonFor(text)).toMatch(reason);
  });

  test.each([
    ["", /empty/],
    ["   ", /empty/],
    ["a", /no @/],
    ["a@", /no domain/],
    ["@b.example", /empty/],
    [".a@b.example", /dot/],
    ["a.@b.example", /dot/],
    ["a..b@b.example", /dot/],
    ["a@b@c.example", /more than one @/],
    ["a b@c.example", /double quotes/],
    ["N <a@b.example", /brackets/],
    ["N a@b.example>", /no </],
    ["N <a@b.example> x", /brackets/],
    ['"N <a@b.example>', /closing/],
    ["N <<a@b.example>>", /brackets/],
    ["N <a@x.example> <a@b.example>", /brackets/],
    ['"N <a@x.example>" <a@b.example>', /second address/],
    ["I <3 mail <a@b.example>", /brackets/],
    ["N > <a@b.example>", /brackets/],
    ["=?utf-8?Q?evil=40x.example=3E?=@b.example", /encoded word/],
    ["=?utf-8?B?ZXZpbEB4?= <=?utf-8?B?ZXZpbEB4?=@b.example>", /encoded word/],
    ['"=?utf-8?Q?x?="@b.example', /encoded word/],
  ])("%s", (text, reason) => {
    expect(reasonFor(text)).toMatch(reason);
  });

  test("half a surrogate pair is refused anywhere (C14)", () => {
    for (const text of ["\ud800 <a@b.example>", "\udc00a@b.example", "a@\ud800b.example"]) {
      expect(reasonFor(text)).toMatch(/surrogate/);
    }
  });
});

test("ten thousand nested parentheses, quotes or brackets are refused unread (C6)", () => {
  for (const text of ["(", '"', "<", '"\\', "a@", "<@a:"]) {
    expect(reasonFor(`${text.repeat(10_000)}a@b.example>`)).toMatch(/longer than/);
  }
});

test("an accepted address keeps its local part and gets a lower-case ASCII domain (C5)", () => {
  const local = fc.stringMatching(/^[a-zA-Z0-9."@\\ %!<>ü-]{1,12}$/);
  fc.assert(
    fc.property(local, fc.stringMatching(/^[a-zA-Z0-9.ü@-]{1,20}$/), (left, right) => {
      const parsed = parseMailbox(`${left}@${right}.example`);
      if (!parsed.ok) return;
      const { address } = parsed.mailbox;
      const at = address.lastIndexOf("@");
      expect(address.slice(0, at)).toBe(left.trimStart());
      expect(address.slice(at + 1)).toMatch(/^[a-z0-9.-]+\.example$/);
    }),
    { numRuns: 2_000 },
  );
});

test("no accepted address contains a control character, a bracket or a second unquoted @ (C1)", () => {
  const anything = fc.string({ unit: arbitraryCodePoint, maxLength: 30 });
  fc.assert(
    fc.property(anything, anything, anything, (name, local, domain) => {
      for (const text of [
        `${name} <${local}@${domain}.example>`,
        `${local}@${domain}`,
        `"${name}" <x@${domain}.example>`,
      ]) {
        const parsed = parseMailbox(text);
        if (!parsed.ok) expect(parsed.reason).toMatch(/^[A-Z].*[.,:;@\\"()[\]]$/);
        else expect(parsed.mailbox.address).toMatch(/^(?:"[^@<>\p{Cc}]+"|[^\s@<>"\p{Cc}]+)@[a-z0-9.-]+$/u);
      }
    }),
    { numRuns: 2_000 },
  );
});
