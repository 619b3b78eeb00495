/** Server tests that can't run with divided programs, by the begin of their path. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'affiliates/affiliates': 'it expects links to the one program, where others set PUBLIC_URL',
  'api-keys/api-keys': 'it reads the uses of a key before the program that was used writes them',
  'backoffice/sign-in': 'it moves the time before a program writes when a session was last used',
  'calendar/calendar': 'an edge shows changes of the calendar within a minute',
  'content/cms': 'an edge shows changes of the content within five seconds',
  'content/contact': 'the limit of contact messages counts in each program',
  'process/': 'it starts and kills programs of its own',
};

/** Returns why a test file does not run with divided programs; undefined if it does. */
export function findLeftOut(file: string): string | undefined {
  return Object.entries(LEFT_OUT).find(([begin]) => file.startsWith(begin))?.[1];
}
