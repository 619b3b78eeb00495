// The order of the menu. Pages that are not named here follow at the end.
export type MenuItem = { readonly text: string; readonly link: string };
export type MenuGroup = {
  readonly text: string;
  readonly collapsed: boolean;
  readonly items: readonly MenuItem[];
};

type Section = {
  readonly title: string;
  readonly folder: string;
  readonly isClosed?: boolean;
  readonly first: readonly string[];
  /** Set if the section has only its index in the menu, which lists the pages. */
  readonly isIndexOnly?: boolean;
};

const SECTIONS: readonly Section[] = [
  { title: 'Start', folder: 'start', first: ['readme', 'tour', 'changelog'] },
  {
    title: 'Operate',
    folder: 'operate',
    first: [
      'install',
      'first-day',
      'settings',
      'sizing',
      'hardening',
      'backup',
      'monitoring',
      'metrics',
      'traces',
      'logs',
      'operator-command',
      'releases',
      'feeds',
      'payments',
      'mail',
    ],
  },
  { title: 'Runbooks', folder: 'operate/runbooks', first: ['index'] },
  { title: 'Integrate', folder: 'integrate', first: ['index', 'errors'] },
  {
    title: 'Develop',
    folder: 'develop',
    first: ['architecture', 'contributing', 'how-to-add', 'glossary'],
  },
  { title: 'Decisions', folder: 'decisions', first: ['index'], isIndexOnly: true },
  { title: 'Compliance', folder: 'compliance', first: ['index'] },
  { title: 'Measurements', folder: 'evidence', first: [], isClosed: true },
];

/** Returns the menu of the pages, given by their paths on the site and their titles. */
export function createMenu(titles: ReadonlyMap<string, string>): readonly MenuGroup[] {
  return SECTIONS.map(({ title, folder, first, isClosed = false, isIndexOnly = false }) => {
    const names = [...titles.keys()]
      .filter((path) => path.slice(0, path.lastIndexOf('/')) === folder)
      .map((path) => path.slice(folder.length + 1, -'.md'.length))
      .filter((name) => !isIndexOnly || name === 'index');
    const rankOf = (name: string): number => {
      const rank = first.indexOf(name);
      return rank === -1 ? first.length : rank;
    };
    const items = names
      .toSorted((one, other) => {
        const byRank = rankOf(one) - rankOf(other);
        return byRank === 0 ? one.localeCompare(other) : byRank;
      })
      .map((name) => ({
        text: titles.get(`${folder}/${name}.md`) ?? name,
        link: `/${folder}/${name === 'index' ? '' : name}`,
      }));
    return { text: title, collapsed: isClosed, items };
  }).filter(({ items }) => items.length > 0);
}

/** Returns the first heading of a page, without the backticks of code. */
export function titleOf(text: string): string {
  return (/^# (.+)$/m.exec(text)?.[1] ?? 'Halyard').replaceAll('`', '');
}
