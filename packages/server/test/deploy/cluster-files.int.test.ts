// The files for an installation on several machines: compose/cluster.yaml, the values of the Helm
// chart, HAProxy and NATS. They fit each other, the program and what make-secrets.sh makes.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { SECRET_FILE_NAMES } from '#config/secret-files.ts';
import { readSettings, SETTING_NAMES } from '#settings.ts';

const DEPLOY = fileURLToPath(new URL('../../../../deploy/', import.meta.url));
const read = (name: string): string => readFileSync(join(DEPLOY, name), 'utf8');
/** The operator puts these beside what make-secrets.sh makes. */
const OF_OPERATOR = ['files_s3_secret', 'site.pem', 'smtp_url'];

const Texts = z.record(z.string(), z.string());
const Secret = z.union([z.string(), z.object({ source: z.string(), target: z.string() })]);
const Service = z.looseObject({
  environment: z.optional(Texts),
  env_file: z.optional(z.array(z.string())),
  secrets: z.optional(z.array(Secret)),
  volumes: z.optional(z.array(z.string())),
  networks: z.optional(z.union([z.array(z.string()), z.record(z.string(), z.unknown())])),
  depends_on: z.optional(z.union([z.array(z.string()), z.record(z.string(), z.unknown())])),
});
const Compose = z.looseObject({
  services: z.record(z.string(), Service),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
  networks: z.record(z.string(), z.unknown()),
  volumes: z.record(z.string(), z.unknown()),
});
const COMPOSE = Compose.parse(parse(read('compose/cluster.yaml'), { merge: true }));
const SERVICES = Object.entries(COMPOSE.services);
const PROGRAMS = SERVICES.filter(([, { environment }]) => environment?.['ROLES'] !== undefined);

const sourceOf = (secret: z.infer<typeof Secret>): string =>
  typeof secret === 'string' ? secret : secret.source;
const targetOf = (secret: z.infer<typeof Secret>): string =>
  typeof secret === 'string' ? secret : secret.target;
const namesOf = (list: readonly string[] | Readonly<Record<string, unknown>> = []) =>
  Array.isArray(list) ? (list as readonly string[]) : Object.keys(list);
function problemsOf(environment: Readonly<Record<string, string | undefined>>): readonly unknown[] {
  const settings = readSettings(environment);
  return settings.kind === 'ok' ? [] : settings.problems;
}

const unique = (names: readonly string[]): readonly string[] => [...new Set(names)].toSorted();

let made = '';
beforeAll(() => {
  made = mkdtempSync(join(tmpdir(), 'halyard-cluster-'));
  const script = join(DEPLOY, 'compose/make-secrets.sh');
  execFileSync(script, [made]);
  const before = readFileSync(join(made, 'nats_edge'), 'utf8');
  // A second call changes nothing.
  execFileSync(script, [made]);
  expect(readFileSync(join(made, 'nats_edge'), 'utf8')).toBe(before);
  writeFileSync(join(made, 'files_s3_secret'), 'secret');
  writeFileSync(join(made, 'smtp_url'), 'smtp://mail.example.com');
});
afterAll(() => rmSync(made, { recursive: true, force: true }));

describe('compose/cluster.yaml', () => {
  it('has two of each program, and three of NATS, etcd and PostgreSQL', () => {
    const roles = PROGRAMS.map(([, { environment }]) => environment?.['ROLES'] ?? '').toSorted();
    expect(roles).toEqual(['edge', 'edge', 'engine,jobs', 'engine,jobs', 'market', 'market']);
    const count = (name: string): number =>
      SERVICES.filter(([service]) => service.startsWith(`${name}-`)).length;
    expect(['nats', 'etcd', 'postgres'].map(count)).toEqual([3, 3, 3]);
  });

  it.each(PROGRAMS)(
    '%s has settings that the program accepts',
    (_, { environment = {}, secrets }) => {
      const example = Object.fromEntries(
        [...read('compose/cluster.env.example').matchAll(/^([A-Z\d_]+)=(.*)$/gm)].map(
          ([, name = '', value = '']) => [name, value],
        ),
      );
      const known = [...SETTING_NAMES, ...SECRET_FILE_NAMES];
      expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
      const paths = new Map(
        secrets?.map((secret) => [
          `/run/secrets/${targetOf(secret)}`,
          join(made, sourceOf(secret)),
        ]),
      );
      const filled = Object.fromEntries(
        Object.entries(environment).map(([name, value]) => [
          name,
          paths.get(value) ??
            value.replaceAll(/\$\{(\w+)(?::[?-][^}]*)?\}/g, (__, asked) => example[asked] ?? ''),
        ]),
      );
      expect(problemsOf(filled)).toEqual([]);
    },
  );

  it('asks for exactly the variables of its example', () => {
    const asked = [...read('compose/cluster.yaml').matchAll(/\$\{([A-Z\d_]+)/g)];
    const given = [...read('compose/cluster.env.example').matchAll(/^([A-Z\d_]+)=/gm)];
    expect(unique(asked.map(([, name = '']) => name))).toEqual(
      unique(given.map(([, name = '']) => name)),
    );
  });

  it('declares exactly the secrets, volumes and networks that its services use', () => {
    const used = SERVICES.flatMap(([, { secrets = [] }]) => secrets.map(sourceOf));
    expect(unique(used)).toEqual(unique(Object.keys(COMPOSE.secrets)));
    const mounted = SERVICES.flatMap(([, { volumes = [] }]) =>
      volumes.map((volume) => volume.split(':')[0] ?? ''),
    );
    const named = mounted.filter((name) => !name.startsWith('.'));
    expect(unique(named)).toEqual(unique(Object.keys(COMPOSE.volumes)));
    expect(unique(SERVICES.flatMap(([, { networks }]) => namesOf(networks)))).toEqual(
      unique(Object.keys(COMPOSE.networks)),
    );
    const folder = join(DEPLOY, 'compose');
    const files = mounted.filter((name) => name.startsWith('.'));
    expect(files.filter((name) => !existsSync(join(folder, name)))).toEqual([]);
  });

  it('depends only on services that exist', () => {
    const names = SERVICES.map(([name]) => name);
    const needed = SERVICES.flatMap(([, service]) => namesOf(service.depends_on));
    expect(needed.filter((name) => !names.includes(name))).toEqual([]);
  });

  it('reads only files that make-secrets.sh makes or the operator adds', () => {
    const files = Object.values(COMPOSE.secrets).map(({ file }) => file);
    const loaded = SERVICES.flatMap(([, service]) => service.env_file ?? []);
    const names = [...files, ...loaded].map((path) => path.replace('./secrets/', ''));
    const there = [...readdirSync(made), ...OF_OPERATOR];
    expect(names.filter((name) => !there.includes(name))).toEqual([]);
  });

  it('gives the certificates of the servers the names by which they are called', () => {
    for (const name of ['nats-1', 'postgres-2', 'etcd-3']) {
      const certificate = join(made, `${name}.crt`);
      const words = ['verify', '-CAfile', join(made, 'ca.crt'), '-verify_hostname', name];
      expect(spawnSync('openssl', [...words, certificate]).status).toBe(0);
    }
  });
});

describe('the Helm values of a cluster', () => {
  const Values = z.looseObject({
    programs: z.record(
      z.string(),
      z.nullable(
        z.object({
          roles: z.string(),
          replicas: z.int(),
          natsSetting: z.optional(z.string()),
        }),
      ),
    ),
    settings: Texts,
    secretSettings: z.array(z.string()),
  });
  const base = Values.parse(parse(read('helm/halyard/values.yaml')));
  const cluster = Values.parse(parse(read('helm/halyard/values-cluster.yaml')));

  it('have values and settings that the chart and the program know', () => {
    const known = Object.keys(parse(read('helm/halyard/values.yaml')) as object);
    expect(Object.keys(cluster).filter((name) => !known.includes(name))).toEqual([]);
    const names = Object.keys(cluster.settings);
    expect(names.filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
    const files = cluster.secretSettings.map((name) => `${name}_FILE`);
    expect(files.filter((name) => !SECRET_FILE_NAMES.includes(name))).toEqual([]);
  });

  it.each(
    Object.entries(cluster.programs).flatMap(([name, program]) =>
      program === null ? [] : [[name, program] as const],
    ),
  )('give %s settings that the program accepts', (_, { roles, natsSetting = '' }) => {
    const secret: Readonly<Record<string, string>> = {
      DATABASE_URL: 'postgres://halyard@halyard-db-rw/halyard?sslmode=verify-full',
      DATABASE_OWNER_URL: 'postgres://halyard_owner@halyard-db-rw/halyard?sslmode=verify-full',
      SMTP_URL: 'smtp://mail.example.com',
      METRICS_TOKEN: 'p1234567890123456',
      FILES_S3_SECRET: 'secret',
      NATS_URL_EDGE: 'tls://edge:password@nats:4222',
      NATS_URL_ENGINE: 'tls://engine:password@nats:4222',
      NATS_URL_MARKET: 'tls://market:password@nats:4222',
    };
    expect(
      problemsOf({
        ...base.settings,
        // The ingress controller's own network; the range of the example is for a first try.
        TRUST_PROXY: '10.0.1.0/24',
        ...cluster.settings,
        NATS_CA_FILE: join(made, 'ca.crt'),
        ...Object.fromEntries(cluster.secretSettings.map((name) => [name, secret[name] ?? ''])),
        NATS_URL: secret[natsSetting] ?? '',
        ROLES: roles,
        METRICS_PORT: '9464',
        METRICS_HOST: '0.0.0.0',
      }),
    ).toEqual([]);
  });

  it('give NATS the same permissions as compose', () => {
    const Nats = z.looseObject({
      config: z.looseObject({
        merge: z.object({
          authorization: z.object({
            users: z.array(
              z.looseObject({
                user: z.string(),
                permissions: z.object({
                  publish: z.array(z.string()),
                  subscribe: z.array(z.string()),
                }),
              }),
            ),
          }),
        }),
      }),
    });
    const { users } = Nats.parse(parse(read('helm/cluster/nats-values.yaml'))).config.merge
      .authorization;
    const inHelm = users.map(({ user, permissions: { publish, subscribe } }) => [
      user,
      ...publish,
      ...subscribe,
    ]);
    const inCompose = read('compose/nats.conf')
      .split(/^ +user: /m)
      .slice(1)
      .map((text) => [
        /^\w+/.exec(text)?.[0] ?? '',
        ...[...text.matchAll(/"(halyard\.[^"]+)"/g)].map(([, subject = '']) => subject),
      ]);
    expect(inHelm).toEqual(inCompose);
  });
});

describe('haproxy/halyard.cfg', () => {
  const hasHaproxy = spawnSync('haproxy', ['-v']).error === undefined;
  const title = 'is read by HAProxy without a complaint';
  it.skipIf(!hasHaproxy)(hasHaproxy ? title : `${title}: SKIPPED, it is not installed`, () => {
    const pem = join(made, 'pem');
    const parts = ['nats-1.crt', 'nats-1.key'].map((name) => readFileSync(join(made, name)));
    writeFileSync(pem, Buffer.concat(parts));
    const path = join(made, 'haproxy.cfg');
    const config = read('haproxy/halyard.cfg')
      .replace('/etc/haproxy/halyard.pem', pem)
      .replaceAll(/edge-\d:3000/g, '127.0.0.1:3000');
    writeFileSync(path, config);
    const { status, stderr } = spawnSync('haproxy', ['-c', '-f', path], { encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  });
});
