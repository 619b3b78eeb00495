// A bounded cache: the most recently used values are kept, others are computed again.

export type Recent<Value> = {
  get(key: string | number, make: () => Value): Value;
};

/** Keeps the `capacity` most recently used values. */
export function createRecent<Value>(capacity: number): Recent<Value> {
  const values = new Map<string | number, { readonly value: Value }>();
  return {
    get(key, make) {
      const known = values.get(key);
      if (known !== undefined) {
        values.delete(key);
        values.set(key, known);
        return known.value;
      }
      const value = make();
      const oldest = values.keys().next();
      if (values.size >= capacity && oldest.done !== true) values.delete(oldest.value);
      values.set(key, { value });
      return value;
    },
  };
}
