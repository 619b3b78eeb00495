import {
  createStatement,
  STATEMENT_FORMATS,
  type StatementFormat,
} from '@halyard/contract/statements';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api.ts';
import { collectFaults, type Fault } from '#forms/faults.ts';
import { useCheckedForm } from '#forms/use-checked-form.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { Card } from '#ui/card.tsx';
import { Notice } from '#ui/notice.tsx';
import classes from './own-data.module.css';
import { saveFile, toBlob } from './save-file.ts';

const DAY_LENGTH = 'YYYY-MM-DD'.length;
const WAIT_MS = 60_000;

type Values = { readonly from: string; readonly until: string; readonly format: string };

/** Of the month that runs, unless another period is chosen. */
function firstValues(nowMs: number): Values {
  const today = new Date(nowMs).toISOString().slice(0, DAY_LENGTH);
  return { from: `${today.slice(0, -2)}01`, until: today, format: 'pdf' };
}

/** The account statement of a period, as a file. */
export function Statement() {
  const { t } = useTranslation('own-data');
  const [initialValues] = useState(() => firstValues(Date.now()));
  const form = useCheckedForm({
    initialValues,
    secrets: [],
    check: ({ from, until }) =>
      collectFaults<Values>({
        from: checkDay(from),
        until: checkDay(until),
        format: undefined,
      }),
    send: ({ from, until, format }) => {
      const wish = { from, until, format: readFormat(format), language: currentLanguage() };
      return call(createStatement, { body: wish }, { timeoutMs: WAIT_MS });
    },
    onDone: (file) => saveFile(file.file_name, toBlob(file.content_base64, file.media_type)),
    fieldOfRefusal: () => undefined,
    noAnswerText: t('statementFailed'),
  });
  return (
    <Card title={t('statementTitle')}>
      <form className={classes['body']} onSubmit={form.submit} noValidate>
        <p className="muted">{t('statementText')}</p>
        <div className={classes['fields']}>
          <TextInput
            className={classes['field']}
            type="date"
            label={t('from')}
            {...form.text('from')}
          />
          <TextInput
            className={classes['field']}
            type="date"
            label={t('until')}
            {...form.text('until')}
          />
          <NativeSelect className={classes['field']} label={t('format')} {...form.text('format')}>
            {STATEMENT_FORMATS.map((format) => (
              <option key={format} value={format}>
                {format.toUpperCase()}
              </option>
            ))}
          </NativeSelect>
        </div>
        {form.failure !== undefined && <Notice tone="down">{form.failure}</Notice>}
        <Button type="submit" variant="default" loading={form.isSending}>
          {t('download')}
        </Button>
      </form>
    </Card>
  );
}

function checkDay(day: string): Fault | undefined {
  return day === '' ? { kind: 'fieldRequired' } : undefined;
}

function readFormat(text: string): StatementFormat {
  return STATEMENT_FORMATS.find((format) => format === text) ?? 'pdf';
}
