// An assertion states what must hold whatever a user or a provider sends. One that fails is a
// bug: whoever owns the state stops, for nothing may go on with money in doubt.

/** Throws when `condition` is false; `message` says what had to hold. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`Assertion failed: ${message}`);
}

/** Takes the place of a switch's default, so that a new member of a union fails to compile. */
export function assertNever(value: never): never {
  throw new Error(`Assertion failed: unexpected ${JSON.stringify(value)}`);
}

/** Gives `value`, which must be there; `message` says what had to hold. */
export function assertPresent<Value>(value: Value | undefined, message: string): Value {
  if (value === undefined) throw new Error(`Assertion failed: ${message}`);
  return value;
}
