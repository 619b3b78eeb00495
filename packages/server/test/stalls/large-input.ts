// Bodies as large as a route takes them, in the shapes that make parsers, schemas and patterns slow.

type Json = unknown;
type Make = (bytes: number, good: Readonly<Record<string, Json>>) => string;

const OVERHEAD_BYTES = 200;

/** Texts that a pattern or a parser may take more than linear time for. */
export const TEXTS: Readonly<Record<string, (bytes: number) => string>> = {
  letters: (bytes) => 'a'.repeat(bytes),
  blanks: (bytes) => `x${' '.repeat(bytes - 2)}x`,
  signs: (bytes) => 'a@'.repeat(bytes / 2),
  dots: (bytes) => 'a.'.repeat(bytes / 2),
  digits: (bytes) => '1'.repeat(bytes),
  markup: (bytes) => '<b>'.repeat(bytes / 3),
  entities: (bytes) => '&lt;'.repeat(bytes / 4),
  braces: (bytes) => '{{x'.repeat(bytes / 3),
  accents: (bytes) => 'é́'.repeat(bytes / 5),
  lines: (bytes) => '"\n'.repeat(bytes / 4),
  rows: (bytes) => 'a,b;c\n'.repeat(bytes / 7),
};

const filled =
  (text: (bytes: number) => string): Make =>
  (bytes, good) => {
    const names = Object.keys(good).filter((name) => typeof good[name] === 'string');
    if (names.length === 0) return JSON.stringify({ text: text(bytes - OVERHEAD_BYTES) });
    const each = Math.floor((bytes - OVERHEAD_BYTES - JSON.stringify(good).length) / names.length);
    const long = text(Math.max(1, each));
    return JSON.stringify({ ...good, ...Object.fromEntries(names.map((name) => [name, long])) });
  };

const listed =
  (item: Json): Make =>
  (bytes, good) => {
    const size = JSON.stringify(item).length + 1;
    const count = Math.max(1, Math.floor((bytes - OVERHEAD_BYTES) / size));
    const list = Array.from({ length: count }, () => item);
    const name = Object.keys(good).find((key) => Array.isArray(good[key])) ?? 'list';
    const body = JSON.stringify({ ...good, [name]: list });
    return body.length <= bytes ? body : JSON.stringify({ [name]: list });
  };

export const SHAPES: Readonly<Record<string, Make>> = {
  deep: (bytes) => `{"a":${'['.repeat(bytes / 2 - 5)}${']'.repeat(bytes / 2 - 5)}}`,
  records: (bytes) => `${'{"a":'.repeat(bytes / 6 - 2)}1${'}'.repeat(bytes / 6 - 2)}`,
  names: (bytes) => {
    const count = Math.floor(bytes / 12);
    return `{${Array.from({ length: count }, (_, at) => `"k${at}":0`).join(',')}}`;
  },
  numbers: listed(1),
  objects: listed({}),
  pairs: listed({ a: [{}], b: 'x' }),
  texts: listed('a@b.c'),
  ...Object.fromEntries(Object.entries(TEXTS).map(([name, text]) => [name, filled(text)])),
};

/** Files of up to the largest size that an upload takes. */
export const FILES: Readonly<Record<string, (bytes: number) => Buffer>> = {
  'a.jpg stuffed': (bytes) => photo(bytes, Buffer.from([0xff, 0x00])),
  'a.jpg markers': (bytes) => photo(bytes, Buffer.from([0xff, 0xff])),
  'a.jpg comments': (bytes) => photo(bytes, Buffer.from([0xff, 0xfe, 0x00, 0x02])),
  'a.pdf names': (bytes) => paper(bytes, '/#4a'),
  'a.pdf streams': (bytes) => paper(bytes, 'stream\n'),
  'a.pdf packs': (bytes) => paper(bytes, '/ObjStm '),
  'a.pdf objects': (bytes) => paper(bytes, 'obj<<>>'),
};

function photo(bytes: number, filling: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xda, 0x00, 0x02]),
    Buffer.alloc(bytes - 8, filling),
    Buffer.from([0xff, 0xd9]),
  ]);
}

function paper(bytes: number, filling: string): Buffer {
  const head = '%PDF-1.7\nxref\n';
  const end = `startxref\n9\n%%EOF\n`;
  const room = bytes - head.length - end.length;
  return Buffer.from(head + filling.repeat(Math.floor(room / filling.length)) + end, 'latin1');
}
