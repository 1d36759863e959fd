const PEOPLE =
  "Amara Okafor,Lukas Weber,Mei Tanaka,Sofia Rossi,Noah Lindqvist,Priya Nair,Diego Fuentes,Hannah Schmidt,Yusuf Demir,Clara Dubois,Tomás Silva,Ingrid Berg,Olivia Hart,Mateusz Nowak,Leila Haddad,Kofi Mensah,Eva Novák,Jonas Keller,Ana Petrović,Ruth Walker";
const DOMAINS = ["example.com", "example.org", "mail.example", "example.net"];

type Letter = { weight: number; from: string; subject: (random: () => number) => string; text: string };

const number = (random: () => number, from: number) => from + Math.floor(random() * 9_000);

const letters: Letter[] = [
  {
    weight: 30,
    from: "Northwind Orders",
    subject: (random) => `Your receipt for order #${number(random, 21_000)}`,
    text: "Thank you for your order. The receipt is below.",
  },
  {
    weight: 22,
    from: "Northwind Orders",
    subject: (random) => `Order #${number(random, 21_000)} is on its way`,
    text: "Your parcel has left our warehouse and should be with you in two days.",
  },
  {
    weight: 14,
    from: "Northwind",
    subject: () => "Confirm your email address",
    text: "Press the button to confirm that this address is yours.",
  },
  {
    weight: 12,
    from: "Northwind",
    subject: (random) => `Your sign-in code is ${number(random, 410_000)}`,
    text: "Type this code where you are signing in. It is good for ten minutes.",
  },
  {
    weight: 9,
    from: "Northwind",
    subject: () => "Welcome to Northwind",
    text: "Good to have you here. Three things to start with:",
  },
  {
    weight: 7,
    from: "Northwind Billing",
    subject: () => "Your invoice for November",
    text: "Your invoice is ready.",
  },
  {
    weight: 6,
    from: "Northwind",
    subject: () => "Reset your password",
    text: "You asked to reset your password. If you did not, ignore this email.",
  },
];

type Named = { email: string; name: string };
type Drawn = { from: Named; to: Named[]; subject: string; html: string };

/** One of the mails that such a shop sends, to one of its customers. */
export function drawEmail(random: () => number): Drawn {
  const name = pick(PEOPLE.split(","), random);
  const letter = pickWeighted(random);
  const address = `${name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(" ", ".")}@${pick(DOMAINS, random)}`;
  return {
    from: { name: letter.from, email: "hello@northwind.example" },
    to: [{ name, email: address }],
    subject: letter.subject(random),
    html: `<div style="font-family:sans-serif;max-width:32rem;margin:2rem auto"><h1 style="font-size:1.25rem">Hello ${name.split(" ")[0]}</h1><p>${letter.text}</p><p><a href="https://northwind.example/orders">northwind.example</a></p></div>`,
  };
}

function pick<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)] as T;
}

function pickWeighted(random: () => number): Letter {
  let lot = random() * letters.reduce((sum, { weight }) => sum + weight, 0);
  const found = letters.find(({ weight }) => {
    lot -= weight;
    return lot < 0;
  });
  return found ?? (letters[0] as Letter);
}
