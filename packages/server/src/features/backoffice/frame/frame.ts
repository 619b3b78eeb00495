// What every resource of the back office has in common: lists by keyset pages, pages of one, exports
// and actions, cut to what the caller's roles may see and do, and on record.
export { bindResource } from './bind-resource.ts';
export type { ActionsOf, Deed, FrameDeps } from './resource-source.ts';
export { startsWith } from './list-rows.ts';
export type { ListSource } from './list-rows.ts';
