/**
 * The value of a json or jsonb column. It excludes null, so that `Json | null` is a different type.
 */
export type Json = NonNullable<unknown>;
