// One report: its query, its result, and the complete file. Every request of a report is logged, so
// nothing loads before the caller asks for it.
import { ReportShown } from '@halyard/contract/backoffice/reports';
import { parseInput } from '@halyard/contract/parse-input';
import { assertPresent } from '@halyard/core/assertion';
import { useState, type SyntheticEvent } from 'react';
import { Link, useSearchParams } from 'react-router';
import type * as z from 'zod/mini';
import { callDeclared } from '#data/auth/staff.ts';
import { startValues, toBody, type FormValues } from '../actions/action-form.ts';
import { ActionInput } from '../actions/action-inputs.tsx';
import { summaryOf } from '../declarations.ts';
import { listPath } from '../names.ts';
import { questionsOf, type Report } from './office-reports.ts';
import { PageHeading } from '../layout/page-heading.tsx';
import { ExportDialog } from '../actions/export-dialog.tsx';
import { ReportTable } from './report-table.tsx';
import { Button } from '#ui/controls.ts';
import { Card } from '#ui/card.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import parts from '../parts/parts.module.css';
import { TEXTS } from '../texts.ts';
import classes from './reports.module.css';
import { useSubmission, type Submission } from '../actions/use-submission.ts';

type Query = Readonly<Record<string, unknown>>;

export function ReportPage({ report }: { readonly report: Report }) {
  const { title, show, name } = report;
  const questions = questionsOf(report);
  const submission = useSubmission(Object.keys(questions));
  const [shown, setShown] = useState<z.infer<typeof ReportShown>>();
  const [taken, setTaken] = useState<Query>();
  const ask = async (query: Query): Promise<void> => {
    const answer = await submission.send(callDeclared(show, { query }));
    setShown(answer === undefined ? undefined : ReportShown.parse(answer));
  };
  return (
    <>
      <PageHeading title={title}>
        <Button variant="default" component={Link} to={listPath('reports')}>
          {TEXTS.toReports}
        </Button>
      </PageHeading>
      <div className={parts['stack']}>
        <Questions
          report={report}
          submission={submission}
          onShow={(query) => void ask(query)}
          onTake={setTaken}
        />
        {shown !== undefined && <ReportTable title={title} shown={shown} />}
      </div>
      {taken !== undefined && (
        <ExportDialog
          name={name}
          text={TEXTS.taking}
          routes={report}
          query={taken}
          columns={shown?.columns ?? []}
          onClose={() => setTaken(undefined)}
        />
      )}
    </>
  );
}

type QuestionsProps = {
  readonly report: Report;
  readonly submission: Submission;
  readonly onShow: (query: Query) => void;
  readonly onTake: (query: Query) => void;
};

/** The form of the report's query, with initial values from the URL. */
function Questions({ report, submission, onShow, onTake }: QuestionsProps) {
  const questions = questionsOf(report);
  const [address] = useSearchParams();
  const [values, setValues] = useState<FormValues>(() =>
    startValues(questions, Object.fromEntries(address)),
  );
  const schema = assertPresent(report.show.query, `${report.name} is asked with a query`);
  const check = (then: (query: Query) => void): void => {
    const read = toBody(questions, values);
    const query = read.kind === 'body' ? read.body : {};
    const parsed = parseInput(schema, query);
    if (parsed.ok) then(query);
    else submission.fail(parsed.errors);
  };
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    check(onShow);
  };
  return (
    <Card>
      <form className={parts['fields']} noValidate onSubmit={submit}>
        <p className={parts['hint']}>{`${summaryOf(report.show)} ${TEXTS.daysHint}`}</p>
        {submission.failure !== undefined && <Notice tone="down">{submission.failure}</Notice>}
        <div className={classes['questions']}>
          {Object.entries(questions).map(([name, question]) => (
            <div key={name} className={classes['question']}>
              <ActionInput
                name={name}
                schema={question}
                value={values[name] ?? ''}
                error={submission.errors[name]}
                onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
              />
            </div>
          ))}
          <Button type="submit" disabled={submission.isSending}>
            {TEXTS.show}
          </Button>
          <Button variant="default" onClick={() => check(onTake)}>
            {TEXTS.export}
          </Button>
        </div>
      </form>
    </Card>
  );
}
