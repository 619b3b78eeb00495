import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStepUp, type StepUpAction } from '#forms/step-up.tsx';
import { useRejectionText } from '#i18n/rejection-text.ts';

export type ActionControl = {
  /** Executes an action, asking for credentials if required; calls `onDone` after success. */
  readonly act: <Data>(action: StepUpAction<Data>, onDone: (data: Data) => void) => void;
  readonly isActing: boolean;
  readonly failure: string | undefined;
  readonly dialog: ReactNode;
};

/** A button's action on the account, and its result. */
export function useAction(): ActionControl {
  const { t } = useTranslation('forms');
  const rejectionText = useRejectionText();
  const stepUpControl = useStepUp();
  const [isActing, setIsActing] = useState(false);
  const [failure, setFailure] = useState<string>();
  const run = async <Data>(
    action: StepUpAction<Data>,
    onDone: (data: Data) => void,
  ): Promise<void> => {
    setIsActing(true);
    setFailure(undefined);
    const result = await stepUpControl.run(action);
    setIsActing(false);
    if (result.kind === 'data') onDone(result.data);
    else if (result.kind === 'refusal') setFailure(rejectionText(result));
    else if (result.reason !== 'aborted') setFailure(t('nothingChanged'));
  };
  return {
    act: (action, onDone) => void run(action, onDone),
    isActing,
    failure,
    dialog: stepUpControl.dialog,
  };
}
