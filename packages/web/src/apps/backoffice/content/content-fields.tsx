import { Suspense, useState } from 'react';
import { LANGUAGES, type Language } from '@halyard/contract/config';
import { Button } from '#ui/controls.ts';
import { Checkbox } from '#ui/inputs/checkbox.ts';
import { ChoiceInput } from '../actions/choice-input.tsx';
import { OTHERS, withComponent, type FormKey } from './content-form.ts';
import { SNIPPETS } from './content-snippets.ts';
import { CONTENT_TEXTS } from './content-texts.ts';
import { JsonInput } from '../actions/json-input.tsx';
import { beginningOf, listTexts, withText } from './layout-texts.ts';
import { PictureUpload, RichText } from './page-inputs.ts';
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
    case 'html':
      return (
        <Suspense>
          <RichText label={label} value={text} error={problem} onChange={onChange} />
        </Suspense>
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
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      {listTexts(text).map(({ path, html }) => (
        <LayoutTextInput
          key={path.join('.')}
          html={html}
          onChange={(next) => onChange(withText(text, path, next))}
        />
      ))}
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
      <div className={parts['row']}>
        <Button size="xs" variant="default" onClick={() => setIsAdding(!isAdding)}>
          {CONTENT_TEXTS.addPicture}
        </Button>
      </div>
      {isAdding && (
        <Suspense>
          <PictureUpload
            onUploaded={({ path, description }) => {
              const image = { path, meta: { title: description } };
              const next = withComponent(text, { component: 'image', settings: { image } });
              if (next !== undefined) onChange(next);
              setIsAdding(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

type LayoutTextInputProps = {
  readonly html: string;
  readonly onChange: (html: string) => void;
};

/** A text of the layout, whose editor is loaded when it is opened. */
function LayoutTextInput({ html, onChange }: LayoutTextInputProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className={classes['text']}
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>{beginningOf(html) || CONTENT_TEXTS.emptyText}</summary>
      {isOpen && (
        <Suspense>
          <RichText label={CONTENT_TEXTS.textOfPage} value={html} onChange={onChange} />
        </Suspense>
      )}
    </details>
  );
}
