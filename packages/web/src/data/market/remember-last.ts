/**
 * Returns a function that computes a value, and returns the last one as long as all keys are the
 * same.
 */
export function rememberLast<Value>(): (keys: readonly unknown[], compute: () => Value) => Value {
  let last: { readonly keys: readonly unknown[]; readonly value: Value } | undefined;
  return (keys, compute) => {
    const isSame =
      last?.keys.length === keys.length && keys.every((key, at) => Object.is(key, last?.keys[at]));
    if (last !== undefined && isSame) return last.value;
    last = { keys, value: compute() };
    return last.value;
  };
}
