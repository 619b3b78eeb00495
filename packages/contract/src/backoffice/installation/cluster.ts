// The programs of the installation and the servers of PostgreSQL, as they show themselves.
import * as z from 'zod/mini';
import { defineRoute } from '#route.ts';
import { Instant } from '#wire.ts';
import { allow } from '../roles.ts';

/** What needs attention: nothing of it while everything works and any one machine may fail. */
export const CLUSTER_PROBLEMS = [
  'program-lost',
  'no-engine-lease',
  'no-programs',
  'no-engine',
  'no-engine-standby',
  'no-market',
  'no-market-standby',
  'no-edge',
  'only-one-edge',
  'not-serving',
  'standby-empty',
  'standby-behind',
  'messages-lost',
  'clock-wrong',
  'other-release',
  'versions-differ',
  'replicas-hidden',
  'no-synchronous-replica',
  'replication-asynchronous',
  'replica-not-streaming',
  'replica-behind',
] as const;
export type ClusterProblemKind = (typeof CLUSTER_PROBLEMS)[number];

export const getCluster = defineRoute({
  method: 'GET',
  path: '/api/backoffice/cluster',
  summary:
    'Returns the programs of the installation, the servers of PostgreSQL, and what needs attention.',
  access: 'staff',
  roles: allow(),
  rate: 'ordinary',
  reply: z.object({
    at: Instant,
    problems: z.array(
      z.object({
        problem: z.enum(CLUSTER_PROBLEMS),
        /** The program or server that it concerns; null: the installation. */
        concerns: z.nullable(z.string()),
      }),
    ),
    programs: z.array(
      z.object({
        host: z.string(),
        program_roles: z.string(),
        program_state: z.enum(['active', 'ready', 'standby', 'not-ready', 'lost']),
        version: z.string(),
        /** The epoch of the engine's lease, in the program that holds it. */
        epoch: z.nullable(z.int()),
        /** How far the memory of an engine that stands by is behind. */
        batches_behind: z.nullable(z.int()),
        /** The database's clock minus the program's. */
        clock_offset_ms: z.int(),
        nats: z.enum(['connected', 'lost', 'none']),
        started_at: Instant,
        seen_at: Instant,
      }),
    ),
    engine_lease: z.object({
      lease_held: z.boolean(),
      epoch: z.int(),
      batch: z.int(),
    }),
    database: z.object({
      /** Null over a socket. */
      server: z.nullable(z.string()),
      version: z.string(),
      synchronous: z.boolean(),
    }),
    replicas: z.array(
      z.object({
        name: z.string(),
        server: z.nullable(z.string()),
        replica_state: z.string(),
        synchronous: z.boolean(),
        behind_kb: z.int(),
        lag_ms: z.nullable(z.int()),
      }),
    ),
  }),
  rejections: [],
});
