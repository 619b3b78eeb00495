// The type of a language's catalogue.
import type { ENGLISH } from './en/english.ts';
import type {
  Names,
  NamesByField,
  Phrases,
  ResourceTexts,
  RouteTexts,
  Texts,
} from './text-types.ts';

type Areas = 'office' | 'lists' | 'content' | 'compliance' | 'dealing';

export type Catalogue = Texts<Pick<typeof ENGLISH, Areas>> & {
  readonly names: Names;
  readonly choices: NamesByField;
  /** Help texts of action fields, by resource and field. */
  readonly hints: Names;
  /** What staff call an account of the ledger. */
  readonly accounts: Names;
  readonly resources: Readonly<Record<string, ResourceTexts>>;
  /** The title and the summary of a report or an overview's action, by its path. */
  readonly routes: RouteTexts;
  /** Texts of errors by code; the server's own text is shown for a code without one. */
  readonly rejections: Names;
  readonly phrases: Phrases;
};
