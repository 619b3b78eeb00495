import { Box, Link, Paper, Typography } from '@mui/material';
import { mayRead, type Resource } from '@halyard/contract/backoffice/resource';
import { isAllowed } from '@halyard/contract/backoffice/roles';
import { RESOURCES } from '@halyard/contract/backoffice/resources';
import { useGetList } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { kindOf } from '../lists/field-kind.ts';
import { filteredListPath, labelOf } from '../names.ts';
import { useStaff } from '../staff/staff-context.ts';
import { TEXTS } from '../texts.ts';

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
    <Box component="section" sx={{ mb: 3 }}>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {TEXTS.queues}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(200px, 44%), 1fr))',
        }}
      >
        {queues.map((queue) => (
          <QueueCard key={queue.title} queue={queue} />
        ))}
      </Box>
    </Box>
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
  const { data, pageInfo } = useGetList(shape.name, {
    filter,
    pagination: { page: 1, perPage: COUNTED_MAX },
    sort: { field: shape.sorts[0], order: 'ASC' },
  });
  const prefix = pageInfo?.hasNextPage === true ? `${TEXTS.moreThan} ` : '';
  return (
    <Paper sx={{ p: 2 }}>
      <Box sx={{ fontSize: '1.25rem', fontWeight: 650, fontVariantNumeric: 'tabular-nums' }}>
        {data === undefined ? TEXTS.none : prefix + String(data.length)}
      </Box>
      <Link component={RouterLink} to={filteredListPath(shape.name, filter)}>
        {title}
      </Link>
    </Paper>
  );
}
