import { Checkbox } from '@mantine/core';
import { LANGUAGES, type Language } from '@halyard/contract/config';
import { ChoiceInput } from '../actions/choice-input.tsx';
import { OTHERS, withComponent, type FormKey } from './content-form.ts';
import { SNIPPETS } from './content-snippets.ts';
import { CONTENT_TEXTS } from './content-texts.ts';
import { JsonInput } from '../actions/json-input.tsx';
import { labelOf, withinText } from '../names.ts';
import { TextInput } from '../actions/text-input.tsx';
import parts from '../parts/parts.module.css';
import type { ContentForm } from './use-content-form.ts';
import classes from './content.module.css';

const LANGUAGE_DEFAULT: Language = 'en';

/** The fields of one language, followed by those shared by all languages. */
export function ContentFields({ form }: { readonly form: ContentForm }) {
  const { keys, texts, problems, language } = form;
  const shared = keys.filter((key) => key.language === undefined);
  const own = keys.filter((key) => key.language === language);
  const toInput = (formKey: FormKey) => (
    <ContentInput
      key={formKey.key}
      formKey={formKey}
      text={texts[formKey.key] ?? ''}
      problem={problems[formKey.key]}
      onChange={(text) => form.setText(formKey.key, text)}
    />
  );
  return (
    <>
      {own.length > 0 && (
        <>
          <ChoiceInput
            label={CONTENT_TEXTS.language}
            value={language}
            choices={LANGUAGES.map((one) => [one, CONTENT_TEXTS.languages[one]] as const)}
            isRequired
            onChange={(value) =>
              form.setLanguage(LANGUAGES.find((one) => one === value) ?? LANGUAGE_DEFAULT)
            }
          />
          {language !== LANGUAGE_DEFAULT && (
            <p className={parts['hint']}>{CONTENT_TEXTS.fallback}</p>
          )}
          {own.map(toInput)}
        </>
      )}
      {shared.length > 0 && own.length > 0 && (
        <h2 className={classes['part']}>{CONTENT_TEXTS.allLanguages}</h2>
      )}
      {shared.map(toInput)}
      {texts[OTHERS] !== '' && (
        <JsonInput
          label={CONTENT_TEXTS.others}
          hint={CONTENT_TEXTS.othersHint}
          value={texts[OTHERS] ?? ''}
          problem={problems[OTHERS]}
          rows={6}
          onChange={(text) => form.setText(OTHERS, text)}
        />
      )}
    </>
  );
}

type ContentInputProps = {
  readonly formKey: FormKey;
  readonly text: string;
  readonly problem: string | undefined;
  readonly onChange: (text: string) => void;
};

function ContentInput({ formKey, text, problem, onChange }: ContentInputProps) {
  const { kind, field, isSlug, language } = formKey;
  const label = isSlug
    ? `${labelOf(field.name)}: ${withinText(labelOf('slug'))}`
    : labelOf(field.name);
  const isRequired =
    field.required && !isSlug && (language === undefined || language === LANGUAGE_DEFAULT);
  switch (kind) {
    case 'flag':
      return (
        <Checkbox
          size="xs"
          label={label}
          checked={text === 'true'}
          error={problem}
          onChange={(event) => onChange(event.target.checked ? 'true' : '')}
        />
      );
    case 'layout':
      return <LayoutInput label={label} text={text} problem={problem} onChange={onChange} />;
    case 'json':
      return (
        <JsonInput
          label={label}
          hint={CONTENT_TEXTS.jsonHint}
          value={text}
          problem={problem}
          rows={6}
          onChange={onChange}
        />
      );
    case 'line':
    case 'lines':
    case 'number':
      return (
        <TextInput
          label={label}
          value={text}
          error={problem}
          isRequired={isRequired}
          isMultiline={kind === 'lines'}
          {...(isSlug ? { hint: CONTENT_TEXTS.slugHint } : {})}
          {...(kind === 'number' ? { inputMode: 'decimal' as const } : {})}
          onChange={onChange}
        />
      );
  }
}

type LayoutInputProps = Omit<ContentInputProps, 'formKey'> & { readonly label: string };

function LayoutInput({ label, text, problem, onChange }: LayoutInputProps) {
  const insert = (name: string): void => {
    const next = withComponent(text, SNIPPETS[name]);
    if (name !== '' && next !== undefined) onChange(next);
  };
  return (
    <>
      <JsonInput
        label={label}
        hint={CONTENT_TEXTS.layoutHint}
        value={text}
        problem={problem}
        rows={20}
        onChange={onChange}
      />
      <ChoiceInput
        label={`${CONTENT_TEXTS.insert} (${withinText(label)})`}
        value=""
        choices={Object.keys(SNIPPETS).map((name) => [name, labelOf(name)] as const)}
        noneText={CONTENT_TEXTS.insertHint}
        onChange={insert}
      />
    </>
  );
}
