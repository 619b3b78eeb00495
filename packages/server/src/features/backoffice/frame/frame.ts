// The common part of all resources: keyset lists, record pages, exports and actions, limited to the
// caller's roles and recorded in the audit log.
export { bindResource } from './bind-resource.ts';
export { maskRow } from './mask.ts';
export type { ActionsOf, ActionRequest, FrameDeps } from './resource-source.ts';
export { findRow, hasRow, selectKeys, startsWith } from './list-rows.ts';
export type { ListSource } from './list-rows.ts';
