/** Returns the values with every text trimmed, except the named ones. */
export function trimTexts<Values extends Readonly<Record<string, string | boolean>>>(
  values: Values,
  except: readonly (keyof Values & string)[],
): Values {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' && !except.includes(name) ? value.trim() : value,
  ]);
  return Object.fromEntries(entries) as Values;
}
