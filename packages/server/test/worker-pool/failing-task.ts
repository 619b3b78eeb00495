export function run(input: unknown): never {
  throw new RangeError(`cannot use ${String(input)}`);
}
