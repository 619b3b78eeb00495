// Assertions state what must hold whatever users and providers send. A failed assertion is a bug:
// the engine stops, because it must not continue with money in doubt.

/** The violated condition. As a function it is evaluated only on failure. */
type Message = string | (() => string);

/** Throws when `condition` is false; `message` names the violated condition. */
export function assert(condition: boolean, message: Message): asserts condition {
  if (!condition) throw failed(message);
}

/** The default branch of an exhaustive switch: a new member of the union fails to compile. */
export function assertNever(value: never): never {
  throw new Error(`Assertion failed: unexpected ${JSON.stringify(value)}`);
}

/** Returns `value`, which must not be undefined; `message` names the violated condition. */
export function assertPresent<Value>(value: Value | undefined, message: Message): Value {
  if (value === undefined) throw failed(message);
  return value;
}

function failed(message: Message): Error {
  return new Error(`Assertion failed: ${typeof message === 'string' ? message : message()}`);
}
