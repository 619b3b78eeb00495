import { ActionIcon } from '#ui/controls.ts';
import { BellIcon } from '#ui/icons.tsx';
import { useStaff } from '../staff/staff-context.ts';
import { TEXTS } from '../texts.ts';
import { SWITCH_ATTRIBUTE, toggleSound, useSoundState } from '../work-list/work-sound.ts';

const HINTS = { off: TEXTS.soundOff, on: TEXTS.soundOn, blocked: TEXTS.soundBlocked } as const;

/** Switches the sound for new work, in this browser. */
export function SoundToggle() {
  const { id } = useStaff();
  const state = useSoundState(id);
  return (
    <ActionIcon
      variant="subtle"
      color={state === 'blocked' ? 'orange' : 'gray'}
      size="lg"
      aria-label={TEXTS.sound}
      aria-pressed={state !== 'off'}
      title={HINTS[state]}
      {...{ [SWITCH_ATTRIBUTE]: state }}
      onClick={() => toggleSound(id)}
    >
      <BellIcon isOff={state !== 'on'} />
    </ActionIcon>
  );
}
