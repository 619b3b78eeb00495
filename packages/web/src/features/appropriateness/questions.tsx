import {
  answerAppropriateness,
  type Appropriateness as State,
} from '@halyard/contract/appropriateness';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/http/api.ts';
import type { Problem, Problems } from '#forms/problems.ts';
import { FormFailure } from '#forms/form-failure.tsx';
import { useCheckedForm } from '#forms/use-checked-form.ts';
import { Button } from '#ui/controls.ts';
import classes from './appropriateness.module.css';
import { questionLanguage } from './question-language.ts';
import { useWait } from './use-wait.ts';

type Attempt = NonNullable<State['attempt']>;
type Question = Attempt['questions'][number];
type Answers = Readonly<Record<string, string>>;

type QuestionsProps = {
  readonly attempt: Attempt;
  readonly onAnswered: (next: State) => void;
};

/** All questions of an attempt on one page. */
export function Questions({ attempt, onAnswered }: QuestionsProps) {
  const { t } = useTranslation('appropriateness');
  const { id, questions } = attempt;
  const seconds = useWait(attempt.answer_from);
  const form = useCheckedForm<Answers, State>({
    initialValues: Object.fromEntries(questions.map((question) => [question.id, ''])),
    secrets: [],
    check: checkAnswers,
    send: (answers) =>
      call(answerAppropriateness, { body: { attempt: id, answers, lng: questionLanguage() } }),
    onDone: onAnswered,
    fieldOfRejection: () => undefined,
    noAnswerText: t('failed'),
  });
  return (
    <form className={classes['body']} onSubmit={form.submit} noValidate>
      <p className="muted">{t('questionsHint')}</p>
      <ol className={classes['questions']}>
        {questions.map((question) => (
          <li key={question.id}>
            <Choice question={question} field={form.text(question.id)} />
          </li>
        ))}
      </ol>
      <FormFailure form={form} />
      <div className={classes['act']}>
        <Button type="submit" disabled={seconds > 0} loading={form.isSending}>
          {t('answer')}
        </Button>
        {seconds > 0 && <p className={classes['hint']}>{t('answerIn', { seconds })}</p>}
      </div>
    </form>
  );
}

type ChoiceProps = {
  readonly question: Question;
  readonly field: ReturnType<ReturnType<typeof useCheckedForm<Answers, State>>['text']>;
};

function Choice({ question, field }: ChoiceProps) {
  const problemId = useId();
  return (
    <fieldset
      className={classes['question']}
      {...(field['aria-invalid'] ? { 'aria-describedby': problemId } : {})}
    >
      <legend>{question.text}</legend>
      {question.answers.map((answer) => (
        <label key={answer.id} className={classes['answer']}>
          <input
            type="radio"
            name={question.id}
            value={answer.id}
            checked={field.value === answer.id}
            onChange={field.onChange}
          />
          <span>{answer.text}</span>
        </label>
      ))}
      {field['aria-invalid'] && (
        <p id={problemId} className={classes['problem']}>
          {field.error}
        </p>
      )}
    </fieldset>
  );
}

/** Every question requires an answer. */
function checkAnswers(answers: Answers): Problems<Answers> {
  const unanswered = Object.entries(answers).filter(([, answer]) => answer === '');
  return Object.fromEntries(
    unanswered.map(([name]): [string, Problem] => [name, { kind: 'fieldRequired' }]),
  );
}
