// Content that is larger or deeper than what may be saved.

export function html(text: string): readonly object[] {
  return [{ component: 'text', settings: { text } }];
}

export function many(count: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => at % 10);
}

export function nested(depth: number): readonly object[] {
  const children = depth === 0 ? [] : nested(depth - 1);
  return [{ component: 'section', settings: {}, children }];
}

/** Each short enough, and too long together. */
export function manyTexts(): Readonly<Record<string, string>> {
  return Object.fromEntries(many(9).map((at) => [`description_${at}`, 'x'.repeat(40_000)]));
}
