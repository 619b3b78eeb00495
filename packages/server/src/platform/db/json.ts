/** The value of a json or jsonb column. It excludes null, so that `Json | null` is another type. */
export type Json = NonNullable<unknown>;
