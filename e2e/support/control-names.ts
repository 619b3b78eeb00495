// The roles and names of a screen's controls, as a screen reader announces them, from the browser's
// accessibility tree.
import type { Page } from '@playwright/test';

const CONTROLS = new Set([
  'button',
  'checkbox',
  'combobox',
  'link',
  'menuitem',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
]);
/** Containers that a screen reader announces, so that equal names within different ones differ. */
const CONTEXTS = new Set([
  // A field for a date, whose parts the browser names.
  'Date',
  'banner',
  'complementary',
  'contentinfo',
  'dialog',
  'form',
  'group',
  'listitem',
  'main',
  'navigation',
  'radiogroup',
  'region',
  'row',
  'search',
  'tabpanel',
]);

type AxValue = { readonly value?: unknown };
type AxNode = {
  readonly nodeId: string;
  readonly parentId?: string;
  readonly ignored: boolean;
  readonly role?: AxValue;
  readonly name?: AxValue;
  readonly properties?: readonly { readonly name: string; readonly value: AxValue }[];
};

/**
 * Returns what is wrong: controls without a name, and different controls of one context with the
 * same role and name. Links to the same address may share a name.
 */
export async function findUnclearNames(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as {
    nodes: readonly AxNode[];
  };
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const problems: string[] = [];
  const known = new Map<string, string>();
  for (const node of nodes) {
    const role = text(node.role);
    if (node.ignored || !CONTROLS.has(role)) continue;
    const name = text(node.name).trim();
    const context = contextOf(node, byId);
    if (name === '') {
      problems.push(`a ${role} without a name in ${context.label}`);
      continue;
    }
    const key = `${context.id} ${role} ${name}`;
    const target = text(node.properties?.find((one) => one.name === 'url')?.value);
    const other = known.get(key);
    const isSameLink = target !== '' && target === other;
    if (other !== undefined && !isSameLink) {
      problems.push(`two times ${role} "${name}" in ${context.label}`);
    }
    known.set(key, target);
  }
  return problems;
}

function contextOf(
  node: AxNode,
  byId: ReadonlyMap<string, AxNode>,
): { readonly id: string; readonly label: string } {
  let parent = byId.get(node.parentId ?? '');
  while (parent !== undefined) {
    const role = text(parent.role);
    if (!parent.ignored && CONTEXTS.has(role)) {
      return { id: parent.nodeId, label: `${role} "${text(parent.name)}"` };
    }
    parent = byId.get(parent.parentId ?? '');
  }
  return { id: '', label: 'the page' };
}

function text(value: AxValue | undefined): string {
  return typeof value?.value === 'string' ? value.value : '';
}
