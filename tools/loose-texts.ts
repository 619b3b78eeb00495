// Texts that a customer sees and that stand outside the catalogues of the web app, where no
// translation reaches them: words between tags, and in attributes that are shown or read out.
import ts from 'typescript';

/** Attributes whose text is shown or read out. */
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
/** The product's name is the same in every language. */
const NAMES: ReadonlySet<string> = new Set(['Halyard']);
const WORD = /\p{L}{2}/u;

export type LooseText = { readonly line: number; readonly text: string };

/** Every such text of a file of components. */
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

/** The text of a node that stands where it is shown; undefined for any other. */
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
