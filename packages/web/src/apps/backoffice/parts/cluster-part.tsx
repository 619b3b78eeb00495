import { getCluster } from '@halyard/contract/backoffice/installation/cluster';
import type { ReplyOf } from '@halyard/contract/route';
import type { ReactNode } from 'react';
import { Badge } from '#ui/figures/badge.tsx';
import type { Tone } from '#ui/figures/badge.tsx';
import { Card } from '#ui/card.tsx';
import { momentText, numberText } from '../lists/figure-texts.ts';
import { choiceText, labelOf } from '../names.ts';
import { TEXTS } from '../texts.ts';
import { ScrollTable } from './scroll-table.tsx';
import table from './table.module.css';

type Cluster = ReplyOf<typeof getCluster>;
type Program = Cluster['programs'][number];
type Column<Row> = readonly [name: string, show: (row: Row) => ReactNode];

const PROGRAM_COLUMNS: readonly Column<Program>[] = [
  ['host', ({ host }) => host],
  ['program_roles', (one) => one.program_roles.split(',').join(', ')],
  ['program_state', (one) => stateBadge(one.program_state)],
  ['seen_at', (one) => <time dateTime={one.seen_at}>{momentText(new Date(one.seen_at))}</time>],
  [
    'started_at',
    (one) => <time dateTime={one.started_at}>{momentText(new Date(one.started_at))}</time>,
  ],
  ['version', ({ version }) => version],
  ['epoch', ({ epoch }) => numberOrNone(epoch)],
  ['batches_behind', (one) => numberOrNone(one.batches_behind)],
  ['clock_offset_ms', (one) => numberText(one.clock_offset_ms)],
  ['nats', ({ nats }) => choiceText('nats', nats)],
];

const TONES: Readonly<Record<Program['program_state'], Tone>> = {
  active: 'up',
  ready: 'up',
  standby: 'neutral',
  'not-ready': 'warn',
  lost: 'down',
};

const REPLICA_COLUMNS: readonly Column<Cluster['replicas'][number]>[] = [
  ['name', ({ name }) => name],
  ['server', ({ server }) => server ?? TEXTS.none],
  ['replica_state', (one) => one.replica_state],
  ['synchronous', ({ synchronous }) => (synchronous ? TEXTS.yes : TEXTS.no)],
  ['behind_kb', (one) => numberText(one.behind_kb)],
  ['lag_ms', (one) => numberOrNone(one.lag_ms)],
];

/** What needs attention, then every program and the servers of PostgreSQL. */
export function ClusterPart({ data }: { readonly data: unknown }) {
  const cluster = getCluster.reply.parse(data);
  const { problems, programs, replicas, engine_lease: lease, database } = cluster;
  return (
    <>
      <Card title={labelOf('problems')} flush>
        {problems.length === 0 ? (
          <p className={table['empty']}>{TEXTS.noProblems}</p>
        ) : (
          <ScrollTable
            label={labelOf('problems')}
            head={
              <>
                <th scope="col">{labelOf('problem')}</th>
                <th scope="col">{labelOf('concerns')}</th>
              </>
            }
          >
            <tbody>
              {problems.map(({ problem, concerns }) => (
                <tr key={`${problem} ${concerns ?? ''}`}>
                  <th scope="row" data-long>
                    {choiceText('problem', problem)}
                  </th>
                  <td data-long>{concerns ?? TEXTS.installation}</td>
                </tr>
              ))}
            </tbody>
          </ScrollTable>
        )}
      </Card>
      <Card title={TEXTS.programs} flush>
        <Rows label={TEXTS.programs} rows={programs} columns={PROGRAM_COLUMNS} />
        <p className={table['empty']}>
          {lease.lease_held ? TEXTS.leaseHeld : TEXTS.leaseFree} · {labelOf('epoch')}{' '}
          {numberText(lease.epoch)} · {labelOf('batch')} {numberText(lease.batch)}
        </p>
      </Card>
      <Card title={`${labelOf('database')} ${database.version}`} flush>
        <p className={table['empty']}>
          {database.synchronous ? TEXTS.replicatesSynchronously : TEXTS.replicatesNot}
        </p>
        {replicas.length > 0 && (
          <Rows label={labelOf('replicas')} rows={replicas} columns={REPLICA_COLUMNS} />
        )}
      </Card>
    </>
  );
}

type RowsProps<Row> = {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
};

function Rows<Row>({ label, rows, columns }: RowsProps<Row>) {
  return (
    <ScrollTable
      label={label}
      head={columns.map(([name]) => (
        <th key={name} scope="col">
          {labelOf(name)}
        </th>
      ))}
    >
      <tbody>
        {rows.map((row, index) => (
          // Rows have no id, and are replaced together.
          <tr key={index}>
            {columns.map(([name, show]) => (
              <td key={name}>{show(row)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}

function stateBadge(state: Program['program_state']) {
  return <Badge tone={TONES[state]}>{choiceText('program_state', state)}</Badge>;
}

function numberOrNone(number: number | null): string {
  return number === null ? TEXTS.none : numberText(number);
}
