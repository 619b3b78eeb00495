// The programs of the installation: what runs where, and what needs attention.
import { recordAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { EXIT } from '#platform/operator/operator.ts';
import type { ExitCode } from '#platform/operator/operator.ts';
import type { Database } from '#platform/db/db.ts';
import { forgetHost } from '#platform/programs/programs.ts';
import { describeCluster } from './describe-cluster.ts';
import { findClusterProblems } from './find-cluster-problems.ts';
import { readCluster } from './read-cluster.ts';

export { clusterRoutes } from './cluster-routes.ts';

type View = { print(line: string): void };
/** What a command needs that changes the list. */
type Acting = { readonly clock: Clock; readonly actor: string };

/** Runs `cluster WORDS`. 'usage' means that the arguments are invalid. */
export async function runCluster(
  db: Database,
  words: readonly string[],
  { print, ...acting }: View & Acting,
): Promise<ExitCode | 'usage'> {
  const [verb, word, ...rest] = words;
  const isStatus = verb === 'status' && (word === undefined || word === '--json');
  const isForget = verb === 'forget' && word !== undefined;
  if (!(isStatus || isForget) || rest.length > 0) return 'usage';
  if (!(await hasPrograms(db))) {
    print('The database has no list of programs yet: start a program of this release first.');
    return EXIT.failed;
  }
  return isForget
    ? await forget(db, word, { print, ...acting })
    : await showStatus(db, { isJson: word !== undefined, print });
}

async function showStatus(
  db: Pick<Database, 'query'>,
  { isJson, print }: View & { readonly isJson: boolean },
): Promise<ExitCode> {
  const cluster = await readCluster(db);
  const problems = findClusterProblems(cluster).map(({ text }) => text);
  const lines = isJson
    ? [JSON.stringify({ problems, ...cluster })]
    : [...describeProblems(problems), '', ...describeCluster(cluster)];
  lines.forEach((line) => print(line));
  return problems.length === 0 ? EXIT.done : EXIT.failed;
}

/** Whether the table exists: the command also runs where no program of this release has started. */
async function hasPrograms(db: Pick<Database, 'query'>): Promise<boolean> {
  const [row] = await db.query("select to_regclass('programs') is not null as is_there", []);
  return row?.['is_there'] === true;
}

function describeProblems(problems: readonly string[]): readonly string[] {
  if (problems.length === 0) return ['No problems.'];
  return [`Problems: ${problems.length}`, ...problems.map((problem) => `  ${problem}`)];
}

async function forget(
  db: Database,
  host: string,
  { print, clock, actor }: View & Acting,
): Promise<ExitCode> {
  const forgotten = await db.kysely.transaction().execute(async (tx) => {
    const programs = await forgetHost(tx, host);
    if (programs.length === 0) return programs;
    const event = { actor, action: 'cluster.forget', subject: 'installation' };
    await recordAudit(tx, clock.nowMs(), { ...event, before: { host, programs } });
    return programs;
  });
  print(
    forgotten.length === 0
      ? `No program of ${host} is lost: one that runs is not forgotten.`
      : `Programs of ${host} that are forgotten: ${forgotten.length}.`,
  );
  return forgotten.length === 0 ? EXIT.failed : EXIT.done;
}
