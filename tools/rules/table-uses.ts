// Finds the tables that a file reads and writes, by the keywords of its SQL and the calls of
// Kysely. Comments are ignored.
import ts from 'typescript';

export type TableUse = {
  readonly kind: 'read' | 'write';
  /** Undefined if the name is in a variable. */
  readonly table: string | undefined;
};

const KYSELY_WRITES: ReadonlySet<string> = new Set(['insertInto', 'updateTable', 'deleteFrom']);
const KYSELY_READS = /^(?:selectFrom|from|using|table|\w+Join|\w+JoinLateral)$/;
/** Replaces a value or a fragment between the parts of a template. */
const PLACEHOLDER = '\u{FFFC}';

const NAME = String.raw`(?:only\s+)?(?:public\.|practice\.)?"?(\w+|${PLACEHOLDER})"?`;
const ALIAS = String.raw`(?:\s+(?:as\s+)?(?!(?:from|join|using)\b)\w+)?`;
const LIST = String.raw`${NAME}${ALIAS}(?:\s*,\s*${NAME}${ALIAS})*`;
const WRITES = new RegExp(
  String.raw`\b(?:insert\s+into|merge\s+into|update|delete\s+from|truncate(?:\s+table)?)\s+(${LIST})`,
  'gi',
);
// "is distinct from" is a comparison, and "delete from" is a write.
const READS = new RegExp(
  String.raw`(?<!\bdistinct\s+|\bdelete\s+)\b(?:from|join|using)\s+(${LIST})`,
  'gi',
);
const SQL =
  /\b(?:select|insert\s+into|merge\s+into|update|delete\s+from|truncate|from|join|using)\b/i;
const SQL_COMMENT = /--.*$/gm;

/**
 * Returns the uses in SQL. They include names that are no tables, such as those of common table
 * expressions.
 */
export function usesOfSql(source: string): readonly TableUse[] {
  const text = source.replaceAll(SQL_COMMENT, '');
  return [...namesAfter(WRITES, text, 'write'), ...namesAfter(READS, text, 'read')];
}

function namesAfter(pattern: RegExp, text: string, kind: TableUse['kind']): readonly TableUse[] {
  return [...text.matchAll(pattern)].flatMap(([, list = '']) =>
    list.split(',').flatMap((item) => {
      const name = new RegExp(`^\\s*${NAME}`, 'i').exec(item)?.[1];
      if (name === undefined) return [];
      return [{ kind, table: name === PLACEHOLDER ? undefined : name.toLowerCase() }];
    }),
  );
}

/** Returns the uses in a TypeScript file. */
export function usesOfScript(source: string): readonly TableUse[] {
  const file = ts.createSourceFile('script.ts', source, ts.ScriptTarget.Latest, true);
  const uses: TableUse[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    const text = textOf(node);
    if (text !== undefined) {
      const isSource =
        ts.isPropertyAssignment(node.parent) && node.parent.name.getText() === 'from';
      if (isSource || SQL.test(text)) uses.push(...usesOfSql(isSource ? `from ${text}` : text));
    }
    if (ts.isCallExpression(node)) uses.push(...usesOfCall(node));
    // The text of a template has been read, so only its expressions remain.
    for (const child of text === undefined ? node.getChildren(file) : filledIn(node)) visit(child);
  };
  visit(file);
  return uses;
}

function usesOfCall({ expression, arguments: [first] }: ts.CallExpression): readonly TableUse[] {
  const called = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
  if (!ts.isIdentifier(called) || first === undefined) return [];
  const name = called.text;
  const kind = KYSELY_WRITES.has(name) ? 'write' : 'read';
  if (kind === 'read' && !KYSELY_READS.test(name)) return [];
  const names = ts.isArrayLiteralExpression(first) ? first.elements : [first];
  return names.flatMap((node) => {
    if (ts.isStringLiteralLike(node)) return [{ kind, table: /^\w*/.exec(node.text)?.[0] }];
    return kind === 'write' ? [{ kind, table: undefined }] : [];
  });
}

function filledIn(node: ts.Node): readonly ts.Node[] {
  const template = ts.isTaggedTemplateExpression(node) ? node.template : node;
  return ts.isTemplateExpression(template)
    ? template.templateSpans.map(({ expression }) => expression)
    : [];
}

/** Returns the text of a literal or a template; undefined for other nodes. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTaggedTemplateExpression(node)) return textOf(node.template);
  if (ts.isTemplateExpression(node)) {
    const parts = node.templateSpans.map(({ literal }) => literal.text);
    return [node.head.text, ...parts].join(PLACEHOLDER);
  }
  return undefined;
}
