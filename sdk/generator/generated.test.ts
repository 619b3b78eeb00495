// The generated halves of the SDKs. `npm run sdk` writes them; without it these tests fail as soon as
// the contract has moved on.
import { expect, it } from 'vitest';
import { readDocuments } from './read-documents.ts';
import { toPythonApi, toPythonTypes } from './to-python.ts';
import { toTypeScriptApi, toTypeScriptTypes } from './to-typescript.ts';

const documents = readDocuments();

it.each([
  ['typescript/src/generated/types.ts', toTypeScriptTypes],
  ['typescript/src/generated/api.ts', toTypeScriptApi],
  ['python/halyard/types.py', toPythonTypes],
  ['python/halyard/api.py', toPythonApi],
])('%s is what the contract declares', async (path, write) => {
  await expect(write(documents)).toMatchFileSnapshot(`../${path}`);
});

it('detects a new field of the contract', () => {
  const [[name, schema] = ['', {}], ...others] = documents.schemas;
  const properties = { ...schema.properties, added: { type: 'string' } };
  const moved = { ...documents, schemas: [[name, { ...schema, properties }] as const, ...others] };
  expect(toTypeScriptTypes(moved)).not.toBe(toTypeScriptTypes(documents));
  expect(toPythonTypes(moved)).not.toBe(toPythonTypes(documents));
});
