/** Invocations and returns of all clients, numbered in the order in which they happened. */
type Invocation = {
  /** Whose answers must never get older: a customer's session, whichever edges serve it. */
  readonly session: string;
  readonly account: number;
  readonly invokedAt: number;
  /** Undefined while there is no answer. */
  readonly returnedAt: number | undefined;
};

export type WriteResult =
  | {
      readonly kind: 'ok';
      readonly answer: string;
      /** What the answer says was made, such as `position 7`. */
      readonly effects?: readonly string[] | undefined;
    }
  /** Without an answer: rejected before it became a command, so that nothing is stored. */
  | { readonly kind: 'rejected'; readonly answer?: string | undefined }
  | { readonly kind: 'unknown' };

/** One sending of a command. Sent again, it has the same id. */
export type Write = Invocation & { readonly id: string; readonly result: WriteResult };

export type Read = Invocation & {
  /** A digest of the account, equal for equal states. */
  readonly state?: string | undefined;
  /** What the account shows of all that was ever made on it. */
  readonly shows?: ReadonlySet<string> | undefined;
};

/** What a client that follows an account shows once everything is quiet. */
export type View = { readonly session: string; readonly account: number; readonly state: string };

export type History = {
  readonly writes: readonly Write[];
  readonly reads: readonly Read[];
  readonly views: readonly View[];
};

type StoredCommand = {
  readonly id: string;
  readonly account: number;
  /** The shard's number of the command. */
  readonly sequence: number;
  readonly answer: string;
  readonly effects: readonly string[];
  /** The place of the state that the command left in the list of the account's states. */
  readonly step?: number | undefined;
};

/** What the database holds. Lists are in the order in which they were written. */
export type StoredHistory = {
  readonly commands: readonly StoredCommand[];
  /** All that commands have made. */
  readonly effects: readonly string[];
  readonly commits: readonly { readonly epoch: number; readonly batch: number }[];
  readonly postings: readonly {
    readonly key: string;
    readonly amountsCents: readonly number[];
  }[];
  readonly accounts: readonly {
    readonly account: number;
    /** A digest of the stored account. */
    readonly state: string;
    /** The same of the account as the rules give it from the stored entries. */
    readonly replayed: string;
    /** The digests of the account after each commit that changed it. */
    readonly states?: readonly string[] | undefined;
  }[];
};
