import { mayRead, type Resource } from '@halyard/contract/backoffice/resource';
import { isAllowed } from '@halyard/contract/backoffice/roles';
import { RESOURCES } from '@halyard/contract/backoffice/resources';
import { Link } from 'react-router';
import { Card } from '#ui/card.tsx';
import { kindOf } from '../lists/field-kind.ts';
import { useListQuery } from '../lists/list-state.ts';
import { filteredListPath, labelOf } from '../names.ts';
import { useStaff } from '../staff/staff-context.ts';
import { TEXTS } from '../texts.ts';
import classes from './reports.module.css';

/** Counting stops at this number. */
const COUNTED_MAX = 50;

type Queue = {
  readonly resource: Resource;
  readonly title: string;
  readonly filter: Readonly<Record<string, string>>;
};

/** Work that waits for the caller's roles. */
export function Queues() {
  const { roles } = useStaff();
  const queues = RESOURCES.filter(
    ({ shape }) =>
      isAllowed(roles, shape.read) &&
      Object.values(shape.filters).every(({ fields }) =>
        fields.every((name) => mayRead(shape, name, roles)),
      ),
  ).flatMap(queuesOf);
  if (queues.length === 0) return undefined;
  return (
    <section aria-label={TEXTS.queues} className={classes['queues']}>
      {queues.map((queue) => (
        <QueueCard key={queue.title} queue={queue} />
      ))}
    </section>
  );
}

/** Filters that select the records that need attention. */
function queuesOf(resource: Resource): readonly Queue[] {
  const { filters, title } = resource.shape;
  const choicesOf = (name: string): readonly string[] => {
    const schema = filters[name]?.schema;
    const kind = schema === undefined ? undefined : kindOf(name, schema);
    return kind?.kind === 'choice' ? kind.choices : [];
  };
  const toQueue = (name: string, value: string, suffix: string): Queue => ({
    resource,
    title: `${title} ${suffix}`,
    filter: { [name]: value },
  });
  return [
    ...choicesOf('queue').map((value) => toQueue('queue', value, labelOf(value).toLowerCase())),
    ...(choicesOf('queue').length === 0 && choicesOf('status').includes('processing')
      ? [toQueue('status', 'processing', TEXTS.toJudge)]
      : []),
    ...(choicesOf('done').includes('0') ? [toQueue('done', '0', TEXTS.open)] : []),
  ];
}

function QueueCard({ queue: { resource, title, filter } }: { readonly queue: Queue }) {
  const { shape } = resource;
  const { data } = useListQuery({
    resource,
    filter,
    page: 1,
    perPage: COUNTED_MAX,
    sort: { field: shape.sorts[0], order: 'asc' },
  });
  const prefix = typeof data?.next === 'string' ? `${TEXTS.moreThan} ` : '';
  return (
    <Card>
      <p className={classes['count']}>
        {data === undefined ? TEXTS.none : prefix + String(data.rows.length)}
      </p>
      <Link to={filteredListPath(shape.name, filter)}>{title}</Link>
    </Card>
  );
}
