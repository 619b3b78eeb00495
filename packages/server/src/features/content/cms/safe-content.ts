// Sanitises documents. It runs when content is written and again when it is read, because Cockpit
// content was not written here, and stored content passed an earlier allowlist.
import { toSafeHtml } from '../safe-html.ts';
import { isRecord } from './model.ts';
import type { Document, Model } from './model.ts';

export const DEPTH_MAX = 8;
export const COMPONENTS_MAX = 500;
const VALUE_DEPTH_MAX = 12;
/** The components whose values are plain text and shown as such. */
const PLAIN_TEXT = ['heading', 'button'];
/** The settings that contain HTML; in other records only `html` does. */
const HTML_SETTINGS = ['text', 'html', 'content'];
const HTML_KEYS = ['html'];
const LINK_PATTERN = /^(https:\/\/|mailto:|tel:|\/(?![/\\])|#)[^\s\\]*$/i;
const PATH_PATTERN = /^\/?(?![/\\])[\w./%@-]+$/;
const CLASS_PATTERN = /^[\w -]{0,200}$/;
const DECLARATION =
  /^(color|background-color|text-align|margin|padding|(margin|padding)-(top|right|bottom|left)|(max-|min-)?(width|height)|border|border-radius|font-size|font-weight|font-style|line-height|gap)$/;
const STYLE_VALUE = /^[\w#%., -]{1,60}$/;

/** Returns a document without scripts, external resources or dangerous links. */
export function toSafeDocument(document: Document, model: Model): Document {
  const types = new Map(model.fields.map(({ name, type }) => [name, type]));
  const budget = { left: COMPONENTS_MAX };
  return Object.fromEntries(
    Object.entries(document).map(([key, value]) => {
      const type = types.get(key) ?? types.get(key.replace(/_[a-z]{2}$/, ''));
      if (type === 'layout') return [key, toSafeNodes(value, budget, 1)];
      if (type === 'html' && typeof value === 'string') return [key, toSafeHtml(value)];
      return [key, toSafeValue(value, HTML_KEYS)];
    }),
  );
}

type Budget = { left: number };

/** Sanitises a layout. Null stays null: a layout that was never set. */
function toSafeNodes(nodes: unknown, budget: Budget, depth: number): unknown {
  if (!Array.isArray(nodes)) return nodes === undefined ? undefined : null;
  if (depth > DEPTH_MAX) return [];
  return nodes.filter(isRecord).flatMap((node) => {
    if (budget.left <= 0) return [];
    budget.left -= 1;
    return [toSafeNode(node, budget, depth)];
  });
}

function toSafeNode(node: Readonly<Record<string, unknown>>, budget: Budget, depth: number) {
  const component = typeof node['component'] === 'string' ? node['component'] : undefined;
  const { children, columns, name } = node;
  return {
    ...(component === undefined ? {} : { component: component.slice(0, 64) }),
    ...(typeof name === 'string' ? { name: name.slice(0, 100) } : {}),
    settings: toSafeSettings(node['settings'], component),
    ...(columns === undefined ? {} : { columns: toSafeNodes(columns, budget, depth + 1) }),
    ...(children === undefined ? {} : { children: toSafeNodes(children, budget, depth + 1) }),
  };
}

/**
 * Sanitises settings. Anything that is not a record, such as PHP's `[]`, becomes an empty record.
 */
function toSafeSettings(settings: unknown, component: string | undefined): Document {
  if (!isRecord(settings)) return {};
  const isPlain = component !== undefined && PLAIN_TEXT.includes(component);
  return toSafeRecord(settings, isPlain ? [] : HTML_SETTINGS, 1);
}

function toSafeValue(value: unknown, htmlKeys: readonly string[], depth = 1): unknown {
  if (depth > VALUE_DEPTH_MAX) return null;
  if (Array.isArray(value)) return value.map((one) => toSafeValue(one, htmlKeys, depth + 1));
  return isRecord(value) ? toSafeRecord(value, htmlKeys, depth) : value;
}

function toSafeRecord(
  record: Readonly<Record<string, unknown>>,
  htmlKeys: readonly string[],
  depth: number,
): Document {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => {
      if (typeof value !== 'string') return [key, toSafeValue(value, htmlKeys, depth + 1)];
      return [key, htmlKeys.includes(key) ? toSafeHtml(value) : toSafeText(key, value)];
    }),
  );
}

/** Sanitises a text; its key decides whether it is HTML, an address or plain text. */
function toSafeText(key: string, text: string): string {
  if (key === 'style') return toSafeStyle(text);
  if (key === 'class' || key === 'id') return CLASS_PATTERN.test(text) ? text : '';
  if (key === 'url' || key === 'href') return LINK_PATTERN.test(text) ? text : '';
  if (key === 'path' || key === 'src') return PATH_PATTERN.test(text) ? text : '';
  return text;
}

function toSafeStyle(style: string): string {
  return style
    .split(';')
    .map((declaration) => declaration.split(':').map((part) => part.trim()))
    .filter(
      ([property = '', value = '', ...rest]) =>
        rest.length === 0 && DECLARATION.test(property.toLowerCase()) && STYLE_VALUE.test(value),
    )
    .map(([property, value]) => `${property}: ${value}`)
    .join('; ');
}

/** Returns the depth of the layout and the number of components, for editors. */
export function measureLayout(nodes: unknown): { readonly depth: number; readonly count: number } {
  let depth = 0;
  let count = 0;
  let level = Array.isArray(nodes) ? nodes.filter(isRecord) : [];
  while (level.length > 0 && depth <= DEPTH_MAX) {
    depth += 1;
    count += level.length;
    level = level.flatMap(({ children, columns }) =>
      [children, columns].flatMap((inner) => (Array.isArray(inner) ? inner.filter(isRecord) : [])),
    );
  }
  return { depth, count };
}
