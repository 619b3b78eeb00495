import { runCluster } from '../cluster/cluster.ts';
import type { OperatorCommand } from '../operator-command.ts';

export const clusterCommand: OperatorCommand = {
  name: 'cluster',
  usage: ['cluster status [--json]', 'cluster forget HOST'],
  summary:
    'Shows every program of the installation, the servers of PostgreSQL, and what needs attention.',
  run: async ({ db, clock }, call) => await runCluster(db, call.words, { ...call, clock }),
};
