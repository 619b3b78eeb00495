import { DRAWING_TEXT_LENGTH_MAX, DRAWING_TOOLS } from '@halyard/contract/workspace';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UnstyledButton } from '#ui/controls.ts';
import { Dropdown } from '#ui/dialogs/dropdown.tsx';
import type { DrawingRequest } from './chart-canvas.tsx';
import classes from './chart.module.css';

const POINTED_TOOLS = DRAWING_TOOLS.filter((tool) => tool !== 'label');

/** Chooses a drawing tool, or removes all drawings. */
export function DrawMenu({ onRequest }: { readonly onRequest: (request: DrawingRequest) => void }) {
  const { t } = useTranslation('charts');
  const [text, setText] = useState('');
  return (
    <Dropdown label={t('draw')}>
      <div className={classes['menu']}>
        {POINTED_TOOLS.map((tool) => (
          <UnstyledButton
            key={tool}
            className={classes['tool'] ?? ''}
            onClick={() => onRequest({ kind: 'draw', tool })}
          >
            {t(tool)}
          </UnstyledButton>
        ))}
        <form
          className={classes['indicator']}
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim() === '') return;
            onRequest({ kind: 'draw', tool: 'label', text: text.trim() });
            setText('');
          }}
        >
          <input
            className={classes['words']}
            aria-label={t('labelText')}
            placeholder={t('labelText')}
            maxLength={DRAWING_TEXT_LENGTH_MAX}
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <UnstyledButton type="submit" className={classes['tool'] ?? ''}>
            {t('label')}
          </UnstyledButton>
        </form>
        <UnstyledButton
          className={classes['tool'] ?? ''}
          onClick={() => onRequest({ kind: 'clear' })}
        >
          {t('drawClear')}
        </UnstyledButton>
      </div>
      <p className={classes['hint']}>{t('drawHint')}</p>
    </Dropdown>
  );
}
