// Validates a layout. Its author is not trusted: invalid parts are dropped, and depth and size are
// limited.
import { parseStyle } from './parse-style.ts';

export const DEPTH_MAX = 8;
export const COMPONENTS_MAX = 500;
const TEXT_LENGTH_MAX = 100_000;
/** An id can be a link target, so it must not collide with the app's own. */
const ID_PATTERN = /^[a-z][a-z0-9-]{0,63}$/;
const OWN_IDS: readonly string[] = ['root', 'main'];

type Loose = Readonly<Record<string, unknown>>;

export type Component = {
  /** A key that is unique and stable within the page. */
  readonly key: string;
  readonly component: string;
  readonly settings: Loose;
  readonly id: string | undefined;
  readonly style: Readonly<Record<string, string>>;
  readonly children: readonly Component[];
  readonly columns: readonly Component[];
};

/** Returns a page's components. */
export function parseLayout(layout: unknown): readonly Component[] {
  const budget = { left: COMPONENTS_MAX };
  return parseList(layout, { budget, depth: 1, above: '' });
}

type Place = {
  readonly budget: { left: number };
  readonly depth: number;
  readonly above: string;
};

function parseList(list: unknown, place: Place): readonly Component[] {
  if (!Array.isArray(list) || place.depth > DEPTH_MAX) return [];
  const components: Component[] = [];
  for (const [at, node] of list.entries()) {
    if (place.budget.left <= 0) break;
    if (!isRecord(node)) continue;
    place.budget.left -= 1;
    components.push(parseComponent(node, { ...place, above: `${place.above}/${at}` }));
  }
  return components;
}

function parseComponent(node: Loose, { budget, depth, above }: Place): Component {
  const { component } = node;
  // PHP writes an empty record as an empty list.
  const settings = isRecord(node['settings']) ? node['settings'] : {};
  const id = readText(settings, 'id');
  const below = { budget, depth: depth + 1 };
  return {
    key: above,
    component: typeof component === 'string' ? component : '',
    settings,
    id: ID_PATTERN.test(id) && !OWN_IDS.includes(id) ? id : undefined,
    style: parseStyle(readText(settings, 'style')),
    children: parseList(node['children'], { ...below, above: `${above}/children` }),
    columns: parseList(node['columns'], { ...below, above: `${above}/columns` }),
  };
}

/** A text setting; empty if it is not a text. */
export function readText(settings: Loose, name: string): string {
  const value = Object.hasOwn(settings, name) ? settings[name] : undefined;
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.slice(0, TEXT_LENGTH_MAX) : '';
}

export function isRecord(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns whether the layout contains a component of a kind. */
export function hasComponent(components: readonly Component[], name: string): boolean {
  return components.some(
    ({ component, children, columns }) =>
      component === name || hasComponent(children, name) || hasComponent(columns, name),
  );
}
