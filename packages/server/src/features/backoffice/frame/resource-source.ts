// Where a resource's rows are and what its actions do: as declared in its own file, and as the
// frame uses it.
import type {
  ActionRequestOf,
  ActionReplyOf,
  DetailOf,
  IdOf,
  Resource,
  ResourceShape,
  RowOf,
} from '@halyard/contract/backoffice/resource';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Answer } from '#platform/http/http.ts';
import type { ListSource } from './list-rows.ts';

export type FrameDeps = { readonly db: Database; readonly clock: Clock };

export type Facts = Readonly<Record<string, unknown>>;

/** A requested action, with the actor and the reason. */
export type ActionRequest<Id, Input> = {
  /** The id of an existing row; undefined for actions on the whole resource. */
  readonly id: Id;
  readonly input: Input;
  readonly reason: string;
  /** The actor as named in the audit log. */
  readonly actor: string;
  readonly staffId: number;
  readonly ip: string;
  /** The origin that the browser used. */
  readonly origin: string;
};

/** The member of staff who reads a record, as named in the audit log. */
export type Reader = { readonly actor: string };

export type Declared = { readonly shape: ResourceShape };

export type ResourceSource<R extends Declared> = {
  readonly list: ListSource<RowOf<R>>;
  /**
   * The fields that only the record's page shows; only those that the caller can read are computed.
   */
  readonly detail: {
    readonly [Name in keyof DetailOf<R>]: (
      id: IdOf<R>,
      reader: Reader,
    ) => Promise<DetailOf<R>[Name]>;
  };
  readonly actions: ActionsOf<R>;
};

export type ActionsOf<R extends Declared> = {
  readonly [Name in keyof R['shape']['actions']]: (
    request: ActionRequest<IdOf<R>, ActionRequestOf<R, Name>>,
  ) => Promise<Answer<ActionReplyOf<R, Name>>>;
};

/** A source as the frame uses it. The declaration has checked the types. */
export type AnySource = {
  readonly list: ListSource<Facts>;
  readonly detail: Readonly<Record<string, (id: unknown, reader: Reader) => Promise<unknown>>>;
  readonly actions: Readonly<
    Record<string, (request: ActionRequest<unknown, unknown>) => Promise<Answer<unknown>>>
  >;
};

export type Frame = {
  readonly deps: FrameDeps;
  readonly resource: Resource;
  readonly source: AnySource;
};
