import { expect, test } from "vitest";
import { passwordStrength } from "./password-strength.ts";

const samples: [string, number, number][] = [
  ["", 0, 0],
  ["123456", 0, 0],
  ["password", 0, 0],
  ["posthouse", 0, 0],
  ["aaaaaaaaaaaa", 0, 0],
  ["abcdefghijkl", 0, 1],
  ["Password2024!", 0, 1],
  ["tulip-harbour", 2, 3],
  ["correct horse battery staple", 4, 4],
  ["v8#Lq2!pZr9&Wd", 4, 4],
  ["überaus große Äpfel fliegen", 4, 4],
];

test.each(samples)("%s scores between %i and %i", (password, least, most) => {
  const { score } = passwordStrength(password);
  expect(score).toBeGreaterThanOrEqual(least);
  expect(score).toBeLessThanOrEqual(most);
});

test("the user's own address adds no strength", () => {
  const known = ["ada.lovelace@analytical.example"];
  expect(passwordStrength("lovelaceanalytical", known).score).toBe(0);
  expect(passwordStrength("lovelaceanalytical").score).toBeGreaterThan(1);
});

test("regular expression characters in the user's address are plain text", () => {
  expect(() => passwordStrength("secret", ["a(+b[c@x.example"])).not.toThrow();
});

test("five characters are always too short", () => {
  expect(passwordStrength("ü8#Lq").label).toBe("Too short");
});
