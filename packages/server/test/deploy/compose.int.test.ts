// compose.yaml: what a service uses is declared, and what it reads from this repository is there.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const DEPLOY = fileURLToPath(new URL('../../../../deploy/', import.meta.url));
const read = (name: string): string => readFileSync(join(DEPLOY, name), 'utf8');
const COMPOSE = read('compose.yaml');
/** The operator makes these ([install.md](../../../../docs/operate/install.md#containers)). */
const MADE_BY_OPERATOR = './secrets/';

/** The lines of a top-level section. */
function sectionOf(name: string): string {
  return new RegExp(`^${name}:\\n((?: .*\\n|\\n)*)`, 'm').exec(`${COMPOSE}\n`)?.[1] ?? '';
}

function find(text: string, pattern: RegExp): readonly string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, found]) => found ?? ''))].toSorted();
}

const services = sectionOf('services');

it('asks for exactly the variables of its example', () => {
  const asked = find(COMPOSE, /\$\{([A-Z_]+)/g);
  expect(asked).toContain('SITE_HOST');
  expect(asked).toEqual(find(read('compose.env.example'), /^([A-Z_]+)=/gm));
});

it('declares exactly the volumes and secrets that its services use', () => {
  expect(find(sectionOf('volumes'), /^ {2}([\w-]+):/gm)).toEqual(
    find(services, /^ +- ([\w-]+):\//gm),
  );
  const used = find(services, /^ +secrets: \[(.*)\]$/gm).flatMap((names) => names.split(', '));
  expect(find(sectionOf('secrets'), /^ {2}(\w+):/gm)).toEqual([...new Set(used)].toSorted());
});

it('declares exactly the networks that its services use', () => {
  const listed = find(services, /^ +networks: \[(.*)\]$/gm).flatMap((names) => names.split(', '));
  const mapped = [...services.matchAll(/^ {4}networks:\n((?: {6}.*\n)*)/gm)].flatMap(
    ([, lines = '']) => find(lines, /^ {6}([\w-]+):/gm),
  );
  expect(find(sectionOf('networks'), /^ {2}([\w-]+):/gm)).toEqual(
    [...new Set([...listed, ...mapped])].toSorted(),
  );
});

it('mounts only files that exist', () => {
  const paths = find(COMPOSE, /(\.\/[\w./-]+)/g).filter(
    (path) => !path.startsWith(MADE_BY_OPERATOR),
  );
  expect(paths).toContain('./grafana/provisioning');
  expect(paths.filter((path) => !existsSync(join(DEPLOY, path)))).toEqual([]);
});

it('gives Grafana the data source and the folder of the dashboards', () => {
  const [, folder = ''] = /- \.\/grafana:(\/[\w-]+):ro/.exec(services) ?? [];
  expect(read('grafana/provisioning/dashboards/halyard.yaml')).toContain(`path: ${folder}\n`);
  const source = read('grafana/provisioning/datasources/prometheus.yaml');
  const [, host = ''] = /url: http:\/\/([\w-]+):9090/.exec(source) ?? [];
  expect(services).toMatch(new RegExp(`^  ${host}:$`, 'm'));
});
