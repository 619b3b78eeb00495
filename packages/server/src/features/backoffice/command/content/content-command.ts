import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Content } from '#features/content/content.ts';
import { EXIT } from '#platform/operator/operator.ts';
import type { ExitCode } from '#platform/operator/operator.ts';
import { toPlainLine } from '../plain-line.ts';
import type { OperatorCommand, CommandCall } from '#features/backoffice/operator-command.ts';

const FILE_BYTES_MAX = 8 * 1024 * 1024;
const PROBLEMS_SHOWN_MAX = 20;
const TOKEN_NAME_PATTERN = /^[a-z][a-z0-9-]{1,39}$/;

/** The subcommands that are not available while an external Cockpit stores the content. */
const ELSEWHERE = ['list', 'versions', 'import', 'publish', 'unpublish'];

type Cms = Content['cms'];

export const contentCommand: OperatorCommand = {
  name: 'content',
  usage: [
    'content list',
    'content versions SLUG',
    'content import FILE',
    'content publish|unpublish SLUG',
    'content token NAME',
    'content submissions',
  ],
  summary: 'The pages of the site, and what visitors sent by its forms. A token is shown once.',
  run: async ({ content: { cms } }, call) => {
    const [action = '', word, ...rest] = call.words;
    const run = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
    const wantsWord = action !== 'list' && action !== 'submissions';
    if (run === undefined || rest.length > 0 || (word !== undefined) !== wantsWord) return 'usage';
    if (cms.isElsewhere && ELSEWHERE.includes(action)) {
      call.print('The content is kept in the Cockpit of CMS_URL: change it there.');
      return EXIT.failed;
    }
    return await run(cms, call, word ?? '');
  },
};

type Action = (cms: Cms, call: CommandCall, word: string) => Promise<ExitCode | 'usage'>;

const ACTIONS: Readonly<Record<string, Action>> = {
  list: async (cms, call) => {
    const { collections, singletons, forms } = await cms.stored();
    for (const [name, { entries }] of collections) {
      for (const entry of entries) {
        const state = entry['published'] === true ? 'published' : 'draft';
        const said = [name, entry['title_slug'] ?? entry['_id'], state, entry['title'] ?? ''];
        call.print(toPlainLine(said.join('  ')));
      }
    }
    for (const name of singletons.keys()) call.print(`singleton  ${name}`);
    for (const name of forms.keys()) call.print(`form  ${name}`);
    return EXIT.done;
  },
  versions: async (cms, call, slug) => {
    const { collections } = await cms.stored();
    const pages = collections.get('pages')?.entries ?? [];
    const page = pages.find((entry) => entry['title_slug'] === slug);
    if (page === undefined) return missing(call, slug);
    for (const { version, savedAtMs, savedBy } of await cms.listVersions(String(page['_id']))) {
      call.print(`${version}  ${new Date(savedAtMs).toISOString()}  ${savedBy}`);
    }
    return EXIT.done;
  },
  import: async (cms, call, file) => {
    const text = await readText(resolve(call.directory, file));
    if (text === undefined) {
      call.print(`${file} is not a text file of at most ${FILE_BYTES_MAX} bytes.`);
      return EXIT.failed;
    }
    const saved = await cms.save(text, call.actor);
    if (saved.kind === 'unfit') {
      saved.problems
        .slice(0, PROBLEMS_SHOWN_MAX)
        .forEach((problem) => call.print(toPlainLine(problem)));
      call.print('Nothing was changed.');
      return EXIT.failed;
    }
    call.print(`Saved: ${saved.documents}. Disallowed HTML was removed.`);
    return EXIT.done;
  },
  publish: async (cms, call, slug) => await publish(cms, call, { slug, isPublished: true }),
  unpublish: async (cms, call, slug) => await publish(cms, call, { slug, isPublished: false }),
  token: async (cms, call, name) => {
    if (!TOKEN_NAME_PATTERN.test(name)) return 'usage';
    const token = await cms.createToken(name, call.actor);
    call.print(
      token === undefined ? `${name} has a token.` : `${name} has the token ${token} now.`,
    );
    return token === undefined ? EXIT.failed : EXIT.done;
  },
  submissions: async (cms, call) => {
    const listed = await cms.listSubmissions();
    if (listed.length === 0) call.print('There are no submissions.');
    for (const { id, form, data, atMs } of listed) {
      call.print(`${id}  ${new Date(atMs).toISOString()}  ${form}`);
      for (const [name, value] of Object.entries(data)) {
        value.split(/\r?\n/).forEach((line) => call.print(`    ${name}: ${toPlainLine(line)}`));
      }
    }
    return EXIT.done;
  },
};

async function publish(
  cms: Cms,
  call: CommandCall,
  { slug, isPublished }: { readonly slug: string; readonly isPublished: boolean },
): Promise<ExitCode> {
  const problems = await cms.publish(slug, { isPublished, by: call.actor });
  if (problems === 'missing') return missing(call, slug);
  if (problems.length > 0) {
    problems.forEach(({ field, text }) => call.print(`${field} ${text}`));
    call.print('Nothing was changed.');
    return EXIT.failed;
  }
  call.print(`${slug} is ${isPublished ? 'published' : 'a draft'} now.`);
  return EXIT.done;
}

function missing(call: CommandCall, slug: string): ExitCode {
  call.print(`There is no page ${toPlainLine(slug)}.`);
  return EXIT.failed;
}

async function readText(path: string): Promise<string | undefined> {
  try {
    const file = await stat(path);
    return file.isFile() && file.size <= FILE_BYTES_MAX ? await readFile(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}
