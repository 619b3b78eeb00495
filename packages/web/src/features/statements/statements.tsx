// Account statements of a period, as files.
import {
  createStatement,
  STATEMENT_FORMATS,
  STATEMENT_LINES_MAX,
  type StatementFormat,
} from '@halyard/contract/statements';
import { MINUTE_MS } from '@halyard/core/time';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/http/api.ts';
import { FormFailure } from '#forms/form-failure.tsx';
import { useCheckedForm } from '#forms/use-checked-form.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { Button, NativeSelect, TextInput } from '#ui/controls.ts';
import { Card } from '#ui/card.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { checkPeriod, daysOf, PERIODS } from './period.ts';
import { saveFile, toBlob } from '#data/storage/save-file.ts';
import classes from './statements.module.css';

const FORMAT_TEXTS = { pdf: 'pdf', csv: 'csv' } as const satisfies Record<StatementFormat, string>;

/** The time limit of a statement, which takes the server a while for a long period. */
const TIMEOUT_MS = MINUTE_MS;

export function Statements() {
  const { t } = useTranslation('statements');
  const [nowMs] = useState(() => Date.now());
  const [savedName, setSavedName] = useState<string>();
  const maximum = STATEMENT_LINES_MAX.toLocaleString(currentLanguage());
  const form = useCheckedForm({
    initialValues: { ...daysOf('thisMonth', nowMs), format: String(STATEMENT_FORMATS[0]) },
    secrets: [],
    check: checkPeriod,
    send: ({ from, until, format: chosen }) => {
      setSavedName(undefined);
      const format = STATEMENT_FORMATS.find((one) => one === chosen) ?? STATEMENT_FORMATS[0];
      const body = { from, until, format, language: currentLanguage() };
      return call(createStatement, { body }, { timeoutMs: TIMEOUT_MS });
    },
    onDone: (file) => {
      saveFile(file.file_name, toBlob(file.content_base64, file.media_type));
      setSavedName(file.file_name);
    },
    fieldOfRejection: () => undefined,
    noAnswerText: t('failed'),
  });
  return (
    <Card title={t('title')}>
      <form className={classes['form']} onSubmit={form.submit} noValidate>
        <p className="muted">{t('text')}</p>
        <fieldset className={classes['periods']}>
          <legend className={classes['legend']}>{t('period')}</legend>
          {PERIODS.map((period) => (
            <Button
              key={period}
              variant="default"
              size="xs"
              onClick={() => form.fill(daysOf(period, nowMs))}
            >
              {t(period)}
            </Button>
          ))}
        </fieldset>
        <div className={classes['fields']}>
          <TextInput label={t('from')} type="date" name="from" {...form.text('from')} />
          <TextInput label={t('until')} type="date" name="until" {...form.text('until')} />
          <NativeSelect label={t('format')} name="format" {...form.text('format')}>
            {STATEMENT_FORMATS.map((format) => (
              <option key={format} value={format}>
                {t(FORMAT_TEXTS[format])}
              </option>
            ))}
          </NativeSelect>
        </div>
        <p className={classes['hint']}>{t('zone', { maximum })}</p>
        <FormFailure form={form} />
        {savedName !== undefined && <Notice tone="up">{t('saved', { name: savedName })}</Notice>}
        <Button type="submit" className={classes['make'] ?? ''} loading={form.isSending}>
          {t('make')}
        </Button>
      </form>
    </Card>
  );
}
