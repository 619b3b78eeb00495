// The Helm chart: its templates and its values fit each other and the program. `helm` itself lints
// and renders it where it is installed.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { SECRET_FILE_NAMES } from '#config/secret-files.ts';
import { SETTING_NAMES } from '#settings.ts';
import { unknownSettingProblems } from '#unknown-settings.ts';

const CHART = fileURLToPath(new URL('../../../../deploy/helm/halyard/', import.meta.url));
const read = (name: string): string => readFileSync(join(CHART, name), 'utf8');
const TEMPLATES = readdirSync(join(CHART, 'templates')).map((name) => `templates/${name}`);

const hasHelm = spawnSync('helm', ['version']).error === undefined;

/** Every key of a YAML file of nested mappings, as a path such as `image.tag`. */
function readKeys(yaml: string): readonly string[] {
  const path: { readonly indent: number; readonly name: string }[] = [];
  return yaml.split('\n').flatMap((line) => {
    const [, indent = '', name] = /^( *)([\w-]+):/.exec(line) ?? [];
    if (name === undefined) return [];
    while ((path.at(-1)?.indent ?? -1) >= indent.length) path.pop();
    path.push({ indent: indent.length, name });
    return [path.map((key) => key.name).join('.')];
  });
}

function readSecretSettings(): readonly string[] {
  const [, names = ''] = /^secretSettings: \[(.*)\]$/m.exec(read('values.yaml')) ?? [];
  return names.split(', ');
}

describe('the Helm chart', () => {
  const keys = readKeys(read('values.yaml'));
  const used = TEMPLATES.flatMap((name) =>
    [...read(name).matchAll(/\.Values\.([\w.]+)/g)].map(([, path]) => path ?? ''),
  );

  it('reads only values that values.yaml contains', () => {
    expect(used.length).toBeGreaterThan(10);
    expect(used.filter((path) => !keys.includes(path))).toEqual([]);
  });

  it('uses every value that values.yaml contains', () => {
    const isUsed = (key: string): boolean =>
      used.some((path) => path === key || key.startsWith(`${path}.`) || path.startsWith(`${key}.`));
    expect(keys.filter((key) => !isUsed(key))).toEqual([]);
  });

  it.each(TEMPLATES)('%s ends each block that it begins', (name) => {
    const words = [...read(name).matchAll(/\{\{-? (if|range|with|end)\b/g)].map(([, word]) => word);
    const begun = words.filter((word) => word !== 'end');
    expect(words.filter((word) => word === 'end')).toHaveLength(begun.length);
  });

  it('sets only settings that the reference lists', () => {
    const names = [...read('templates/statefulset.yaml').matchAll(/- name: ([A-Z][A-Z_]+)$/gm)].map(
      ([, name]) => name ?? '',
    );
    expect(names).toContain('METRICS_PORT');
    const known = [...SETTING_NAMES, ...SECRET_FILE_NAMES];
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('keeps the variables that Kubernetes derives from services out of the environment', () => {
    // Those of the chart's own service begin like settings, and the program refuses to start.
    const names = ['HALYARD_SERVICE_HOST', 'HALYARD_PORT'];
    const problems = unknownSettingProblems({ names, fileNames: [], known: SETTING_NAMES });
    expect(problems.map(({ name }) => name)).toEqual(names);
    expect(read('templates/statefulset.yaml')).toMatch(/^ {6}enableServiceLinks: false$/m);
  });

  it('reads from files only secrets that the program reads from files', () => {
    const names = readSecretSettings();
    expect(names).toContain('DATABASE_URL');
    expect(names.filter((name) => !SECRET_FILE_NAMES.includes(`${name}_FILE`))).toEqual([]);
  });

  const rendered = 'is linted and rendered by helm';
  it.skipIf(!hasHelm)(hasHelm ? rendered : `${rendered}: SKIPPED, it is not installed`, () => {
    for (const words of [['lint'], ['template', 'halyard']]) {
      const { status, stderr, stdout } = spawnSync('helm', [...words, CHART], { encoding: 'utf8' });
      expect(status, stdout + stderr).toBe(0);
    }
  });
});
