export type Row = Readonly<Record<string, string>>;
/** Computes with the engine what the rows of an example must contain. */
export type Example = (rows: readonly Row[]) => readonly Row[] | Promise<readonly Row[]>;

/** Returns the tables under the headings that begin with `Example:`, by the rest of the heading. */
export function readExamples(markdown: string): ReadonlyMap<string, readonly Row[]> {
  const examples = new Map<string, readonly Row[]>();
  for (const { heading, lines } of sectionsOf(markdown)) {
    const [, title] = /^Example: (.*\S)/.exec(heading) ?? [];
    if (title !== undefined) examples.set(title, rowsOf(lines));
  }
  return examples;
}

/** Returns the table under a heading, and all lines of the others. */
export function readSection(
  markdown: string,
  title: string,
): { readonly rows: readonly Row[]; readonly others: string } {
  const sections = sectionsOf(markdown);
  const found = sections.find(({ heading }) => heading === title);
  const others = sections.filter((section) => section !== found).flatMap(({ lines }) => lines);
  return { rows: rowsOf(found?.lines ?? []), others: others.join('\n') };
}

function sectionsOf(markdown: string) {
  return markdown.split(/^#{2,3} /m).map((section) => {
    const [heading = '', ...lines] = section.split('\n');
    return { heading, lines };
  });
}

function rowsOf(lines: readonly string[]): readonly Row[] {
  const [header = [], , ...rows] = lines.filter((line) => line.startsWith('|')).map(cellsOf);
  return rows.map((cells) => Object.fromEntries(header.map((name, n) => [name, cells[n] ?? ''])));
}

function cellsOf(line: string): readonly string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}
