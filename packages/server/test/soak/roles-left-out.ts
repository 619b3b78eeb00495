/** Server tests that can't run with divided programs, by the begin of their path. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'process/': 'it starts and kills programs of its own',
};

/** Returns why a test file does not run with divided programs; undefined if it does. */
export function findLeftOut(file: string): string | undefined {
  return Object.entries(LEFT_OUT).find(([begin]) => file.startsWith(begin))?.[1];
}
