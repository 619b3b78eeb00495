// Finds texts of the web app that customers see but that are not in the catalogues, so that they
// can't be translated: text between tags, and in attributes that are displayed or read aloud.
import ts from 'typescript';

/** Attributes whose text is displayed or read aloud. */
const SHOWN_ATTRIBUTES: ReadonlySet<string> = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-valuetext',
  'description',
  'label',
  'placeholder',
  'title',
]);
/** Names and patterns that are the same in every language. */
const NAMES: ReadonlySet<string> = new Set(['Halyard', 'https://…']);
const WORD = /\p{L}{2}/u;

export type LooseText = { readonly line: number; readonly text: string };

/** Returns every such text in a file of components. */
export function findLooseTexts(source: string): readonly LooseText[] {
  const file = ts.createSourceFile(
    'components.tsx',
    source,
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.TSX,
  );
  const found: LooseText[] = [];
  const visit = (node: ts.Node): void => {
    const text = shownText(node)?.trim();
    if (text !== undefined && WORD.test(text) && !NAMES.has(text)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      found.push({ line: line + 1, text });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Returns the text of a node that is displayed; undefined for other nodes. */
function shownText(node: ts.Node): string | undefined {
  if (ts.isJsxText(node)) return node.text;
  if (!ts.isStringLiteralLike(node)) return undefined;
  const { parent } = node;
  if (ts.isJsxAttribute(parent)) return isShown(parent) ? node.text : undefined;
  if (!ts.isJsxExpression(parent)) return undefined;
  const isChild = !ts.isJsxAttribute(parent.parent);
  return isChild || isShown(parent.parent) ? node.text : undefined;
}

function isShown(attribute: ts.JsxAttribute): boolean {
  return SHOWN_ATTRIBUTES.has(attribute.name.getText());
}
