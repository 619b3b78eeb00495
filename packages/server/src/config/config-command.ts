// The command `halyard config check`: which settings are set, where they come from, and what is
// wrong with them. It starts nothing and does not contact the server.
import { operatorCommand } from '#platform/launch/launch.ts';
import { EXIT } from '#platform/operator/operator.ts';
import { SETTINGS_SECTIONS } from '#settings-reference/settings-reference.ts';
import { readSettings } from '#settings.ts';

export type ConfigCheck = {
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The names of the settings in `.env`. */
  readonly fileNames: readonly string[];
  /** The names of the settings that were set before `.env` was read. */
  readonly outerNames: readonly string[];
  readonly print: (line: string) => void;
};

const NAME_WIDTH = 32;
const SOURCE_WIDTH = 12;

/**
 * Prints the settings and their problems. Returns the exit code: done, or failed when something is
 * wrong.
 */
export function runConfigCheck(check: ConfigCheck): number {
  const { words, environment, fileNames, print } = check;
  if (words.length !== 2 || words[1] !== 'check') {
    print(`Usage: ${operatorCommand('config check')}`);
    print('  Shows each setting with its source, and what is wrong; starts nothing.');
    return EXIT.usage;
  }
  for (const { title, settings } of SETTINGS_SECTIONS) {
    print(title);
    for (const [name, setting] of Object.entries(settings)) {
      const { source, value } = findValue(check, name);
      const shown = setting.isSecret === true && source !== 'default' ? '(secret)' : value;
      const text = source === 'default' ? (setting.default ?? '') : shown;
      print(`  ${name.padEnd(NAME_WIDTH)}${source.padEnd(SOURCE_WIDTH)}${text}`.trimEnd());
    }
  }
  const read = readSettings(environment, fileNames);
  if (read.kind === 'ok') {
    for (const warning of read.warnings) print(`warning: ${warning}`);
    print('Everything is valid.');
    return EXIT.done;
  }
  print(
    `${read.problems.length} ${read.problems.length === 1 ? 'setting is' : 'settings are'} wrong:`,
  );
  for (const { name, text } of read.problems) print(`  ${name} ${text}`);
  return EXIT.failed;
}

function findValue(
  { environment, outerNames }: ConfigCheck,
  name: string,
): { readonly source: 'default' | 'file' | '.env' | 'environment'; readonly value: string } {
  const value = environment[name]?.trim() ?? '';
  const file = environment[`${name}_FILE`]?.trim() ?? '';
  if (value === '') return file === '' ? { source: 'default', value } : { source: 'file', value };
  return { source: outerNames.includes(name) ? 'environment' : '.env', value };
}
