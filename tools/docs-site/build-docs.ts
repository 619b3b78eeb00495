/**
 * `npm run docs [-- --base /]`: builds the documentation site from the Markdown files of the
 * checkout into docs/dist. The generator needs 100 MB of packages, so it has a folder and a
 * lockfile of its own, which are installed on first use.
 */
import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { listingOf, listPages, rewriteLinks, toListing } from './document-pages.ts';
import { createMenu, titleOf } from './site-menu.ts';

const FOLDER = import.meta.dirname;
const ROOT = join(FOLDER, '../..');
const PAGES = join(FOLDER, 'dist/pages');
const OUTPUT = join(ROOT, 'docs/dist');
const GENERATOR = join(FOLDER, 'node_modules/vitepress/bin/vitepress.js');
/** Packages whose code the built pages contain, so that their licences must be included. */
const PUBLISHED =
  /^(?:vitepress|vue|@vue\/.*|@vueuse\/.*|minisearch|mark\.js|focus-trap|tabbable)$/;
const OUTPUT_BYTES_MAX = 16 * 1_024 * 1_024;

const run = promisify(execFile);
const write = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

function writePages(): void {
  rmSync(PAGES, { recursive: true, force: true });
  const pages = listPages(ROOT);
  const titles = new Map<string, string>();
  for (const [path, onSite] of pages) {
    const { text, pictures, listings } = rewriteLinks(
      path,
      readFileSync(join(ROOT, path), 'utf8'),
      { root: ROOT, pages },
    );
    titles.set(onSite, titleOf(text));
    write(join(PAGES, onSite), text);
    for (const picture of pictures) cpSync(join(ROOT, picture), join(PAGES, picture));
    for (const listed of listings) {
      write(
        join(PAGES, listingOf(listed)),
        toListing(listed, readFileSync(join(ROOT, listed), 'utf8')),
      );
    }
  }
  cpSync(join(ROOT, 'packages/web/public/favicon.svg'), join(PAGES, 'public/favicon.svg'));
  write(join(FOLDER, 'dist/menu.json'), JSON.stringify(createMenu(titles)));
}

function writeLicences(): void {
  const modules = join(FOLDER, 'node_modules');
  const names = readdirSync(modules).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(modules, name)).map((one) => `${name}/${one}`) : [name],
  );
  const texts = names
    .filter((name) => PUBLISHED.test(name))
    .map((name) => {
      const file = readdirSync(join(modules, name)).find((one) => /^licen[cs]e/i.test(one));
      const text = file === undefined ? 'MIT' : readFileSync(join(modules, name, file), 'utf8');
      return `${name}\n\n${text.trim()}\n`;
    });
  write(join(OUTPUT, 'licences.txt'), texts.join(`\n${'-'.repeat(80)}\n\n`));
}

const { values } = parseArgs({ options: { base: { type: 'string', default: '/docs/' } } });
if (!existsSync(GENERATOR)) {
  process.stdout.write('Installing the generator (once)\n');
  await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: FOLDER });
}
writePages();
rmSync(OUTPUT, { recursive: true, force: true });
const env = { ...process.env, DOCS_BASE: values.base };
await run(process.execPath, [GENERATOR, 'build', FOLDER], {
  env,
  maxBuffer: OUTPUT_BYTES_MAX,
}).catch((error: Error & { readonly stdout?: string; readonly stderr?: string }) => {
  process.stderr.write(`${error.stdout ?? ''}${error.stderr ?? ''}`);
  process.exit(1);
});
writeLicences();
process.stdout.write('The documentation is in docs/dist\n');
