// Where a resource's rows are and what its actions do, as its own file says it and as the frame sees it.
import type {
  ActionDeedOf,
  ActionReplyOf,
  DetailOf,
  IdOf,
  Resource,
  ResourceShape,
  RowOf,
} from '@halyard/contract/backoffice/resource';
import type { Refusal } from '@halyard/contract/refusals';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Answer } from '#platform/http/http.ts';
import type { ListSource } from './list-rows.ts';

export type FrameDeps = { readonly db: Database; readonly clock: Clock };

export type Facts = Readonly<Record<string, unknown>>;

/** Who does it, and why. */
export type Deed<Id, Input> = {
  /** Of a row that is there; undefined where the action is on all of them. */
  readonly id: Id;
  readonly input: Input;
  readonly reason: string;
  /** As the audit log names them. */
  readonly actor: string;
  readonly staffId: number;
  readonly ip: string;
  /** Where the browser found us. */
  readonly origin: string;
};

export type Declared = { readonly shape: ResourceShape };

export type ResourceSource<R extends Declared> = {
  readonly list: ListSource<RowOf<R>>;
  /** What the page of one shows beside the row; only what the caller may read is asked for. */
  readonly detail: {
    readonly [Name in keyof DetailOf<R>]: (id: IdOf<R>) => Promise<DetailOf<R>[Name]>;
  };
  /** What keeps an action from being done to this one, or nothing. */
  readonly refuse?: (
    id: IdOf<R>,
    action: keyof R['shape']['actions'],
  ) => Promise<Refusal | undefined>;
  readonly actions: ActionsOf<R>;
};

export type ActionsOf<R extends Declared> = {
  readonly [Name in keyof R['shape']['actions']]: (
    deed: Deed<IdOf<R>, ActionDeedOf<R, Name>>,
  ) => Promise<Answer<ActionReplyOf<R, Name>>>;
};

/** As the frame sees it: whatever its types are, the declaration has checked them. */
export type AnySource = {
  readonly list: ListSource<Facts>;
  readonly detail: Readonly<Record<string, (id: unknown) => Promise<unknown>>>;
  readonly refuse?: (id: unknown, action: string) => Promise<Refusal | undefined>;
  readonly actions: Readonly<
    Record<string, (deed: Deed<unknown, unknown>) => Promise<Answer<unknown>>>
  >;
};

export type Frame = {
  readonly deps: FrameDeps;
  readonly resource: Resource;
  readonly source: AnySource;
};
