const LENGTH = 1_000_000;

export function run(): never {
  const kept: number[][] = [];
  for (;;) kept.push(Array.from({ length: LENGTH }, (_, index) => index + kept.length));
}
