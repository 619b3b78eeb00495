export type Row = Readonly<Record<string, string>>;

/** The tables under the headings that begin with `Example:`, by what follows it. */
export function readExamples(markdown: string): ReadonlyMap<string, readonly Row[]> {
  const examples = new Map<string, readonly Row[]>();
  for (const section of markdown.split(/^#{2,3} /m)) {
    const [heading = '', ...lines] = section.split('\n');
    const [, title] = /^Example: (.*\S)/.exec(heading) ?? [];
    if (title === undefined) continue;
    const [header = [], , ...rows] = lines.filter((line) => line.startsWith('|')).map(cellsOf);
    examples.set(
      title,
      rows.map((cells) => Object.fromEntries(header.map((name, n) => [name, cells[n] ?? '']))),
    );
  }
  return examples;
}

function cellsOf(line: string): readonly string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}
