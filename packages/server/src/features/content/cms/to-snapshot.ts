import { SECOND_MS } from '@halyard/core/time';
import * as z from 'zod/mini';
import type { ModelKind, StoredContent } from './cms-store.ts';
import { ENTRIES_MAX, Field } from './model.ts';
import type { Document, Model, Snapshot } from './model.ts';

const Fields = z.array(Field);

/** Converts stored content to a snapshot, with the first ENTRIES_MAX entries of each collection. */
export function toSnapshot({ models, entries }: StoredContent): Snapshot {
  const documentsOf = (kind: ModelKind, name: string): Document[] =>
    entries
      .filter((row) => row.kind === kind && row.model === name)
      .slice(0, ENTRIES_MAX)
      .map((row) => ({
        ...(JSON.parse(row.data) as Document),
        _modified: Math.floor(row.modified_at.getTime() / SECOND_MS),
        _created: Math.floor(row.created_at.getTime() / SECOND_MS),
        _id: row.id,
      }));
  const ofKind = (kind: ModelKind): readonly Model[] =>
    models
      .filter((row) => row.kind === kind)
      .map(({ name, sortable, fields }) => ({ name, sortable, fields: Fields.parse(fields) }));
  return {
    collections: new Map(
      ofKind('collection').map((model) => [
        model.name,
        { model, entries: documentsOf('collection', model.name) },
      ]),
    ),
    singletons: new Map(
      ofKind('singleton').map((model) => [
        model.name,
        { model, data: documentsOf('singleton', model.name)[0] },
      ]),
    ),
    forms: new Map(ofKind('form').map((model) => [model.name, model])),
  };
}
