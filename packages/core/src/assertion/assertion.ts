// An assertion states what must hold whatever a user or a provider sends. One that fails is a
// bug: whoever owns the state stops, for nothing may go on with money in doubt.

/** What had to hold; as a function it costs nothing as long as it does. */
type Message = string | (() => string);

/** Throws when `condition` is false; `message` says what had to hold. */
export function assert(condition: boolean, message: Message): asserts condition {
  if (!condition) throw failed(message);
}

/** Takes the place of a switch's default, so that a new member of a union fails to compile. */
export function assertNever(value: never): never {
  throw new Error(`Assertion failed: unexpected ${JSON.stringify(value)}`);
}

/** Gives `value`, which must be there; `message` says what had to hold. */
export function assertPresent<Value>(value: Value | undefined, message: Message): Value {
  if (value === undefined) throw failed(message);
  return value;
}

function failed(message: Message): Error {
  return new Error(`Assertion failed: ${typeof message === 'string' ? message : message()}`);
}
