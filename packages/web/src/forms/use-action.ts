import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useProof, type ProvedAction } from '#forms/proof.tsx';
import { useRefusalText } from '#i18n/refusal-text.ts';

export type ActionControl = {
  /** Executes an action, asking for credentials if required; calls `onDone` after success. */
  readonly act: <Data>(action: ProvedAction<Data>, onDone: (data: Data) => void) => void;
  readonly isActing: boolean;
  readonly failure: string | undefined;
  readonly dialog: ReactNode;
};

/** A button's action on the account, and its result. */
export function useAction(): ActionControl {
  const { t } = useTranslation('forms');
  const refusalText = useRefusalText();
  const prover = useProof();
  const [isActing, setIsActing] = useState(false);
  const [failure, setFailure] = useState<string>();
  const run = async <Data>(
    action: ProvedAction<Data>,
    onDone: (data: Data) => void,
  ): Promise<void> => {
    setIsActing(true);
    setFailure(undefined);
    const result = await prover.run(action);
    setIsActing(false);
    if (result.kind === 'data') onDone(result.data);
    else if (result.kind === 'refusal') setFailure(refusalText(result));
    else if (result.reason !== 'aborted') setFailure(t('nothingChanged'));
  };
  return {
    act: (action, onDone) => void run(action, onDone),
    isActing,
    failure,
    dialog: prover.dialog,
  };
}
