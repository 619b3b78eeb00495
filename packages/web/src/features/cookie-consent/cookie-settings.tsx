import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Choice, consent } from '#data/storage/consent.ts';
import { Button } from '#ui/controls.ts';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import classes from './cookie-consent.module.css';

type CookieSettingsProps = { readonly onClose: () => void };

export function CookieSettings({ onClose }: CookieSettingsProps) {
  const { t } = useTranslation('content');
  const [choice, setChoice] = useState<Choice>(consent.current() ?? 'necessary');
  return (
    <ModalDialog title={t('cookieSettings')} onClose={onClose} closeLabel={t('cookieClose')}>
      <fieldset className={classes['fieldset']}>
        <legend className={classes['legend']}>{t('cookieText')}</legend>
        <Option
          choice="necessary"
          chosen={choice}
          onChoose={setChoice}
          title={t('cookieNecessary')}
          text={t('cookieNecessaryText')}
        />
        <Option
          choice="all"
          chosen={choice}
          onChoose={setChoice}
          title={t('cookieAll')}
          text={t('cookieAllText')}
        />
      </fieldset>
      <Button
        fullWidth
        mt="md"
        onClick={() => {
          consent.set(choice);
          onClose();
        }}
      >
        {t('cookieSave')}
      </Button>
    </ModalDialog>
  );
}

type OptionProps = {
  readonly choice: Choice;
  readonly chosen: Choice;
  readonly onChoose: (choice: Choice) => void;
  readonly title: string;
  readonly text: string;
};

function Option({ choice, chosen, onChoose, title, text }: OptionProps) {
  const textId = useId();
  return (
    <div className={classes['option']}>
      <label className={classes['name']}>
        <input
          type="radio"
          name="cookies"
          value={choice}
          checked={choice === chosen}
          onChange={() => onChoose(choice)}
          aria-describedby={textId}
        />
        {title}
      </label>
      <p id={textId} className="muted">
        {text}
      </p>
    </div>
  );
}
