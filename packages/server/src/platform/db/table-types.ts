// Table types for Kysely: the generated ones, and narrowed ones for stores with domain types.
import type { ColumnType, Generated, SelectType } from 'kysely';
import type { Tables } from './tables/tables.ts';

/** Domain types of some columns. Each must extend the generated type of its column. */
type Narrowing<Name extends keyof Tables, Columns> = {
  readonly [Column in Columns & PropertyKey]: Column extends keyof Tables[Name]
    ? NonNullable<SelectType<Tables[Name][Column]>>
    : never;
};

/**
 * A table with domain types for some columns, such as `Narrow<'price_alerts', { side: Direction
 * }>`. The generated type decides whether a column is nullable and whether an insert can omit it.
 */
export type Narrow<Name extends keyof Tables, Narrowed extends Narrowing<Name, keyof Narrowed>> = {
  [Column in keyof Tables[Name]]: Column extends keyof Narrowed
    ? NarrowedColumn<Tables[Name][Column], Narrowed[Column]>
    : Tables[Name][Column];
};

type NarrowedColumn<Column, Value> =
  Column extends ColumnType<infer Stored, infer _Inserted, infer _Updated>
    ? Generated<Value | Extract<Stored, null>>
    : Value | Extract<Column, null>;
