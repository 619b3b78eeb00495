// The engine as the parts use it that run beside it, in the same program. What runs in an edge doesn't
// import this file (tools/rules/import-table.ts).
export type { EngineOwner } from './engine-interface.ts';
export { serveEngine } from './remote/serve-engine.ts';
