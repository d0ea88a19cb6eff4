import { NativeSelect, TextInput } from '@mantine/core';
import { EVERY, type Every, parseShares } from './schedule-draft.js';
import { formTexts as texts } from './dialog-texts.js';

const EVERIES = (Object.keys(EVERY) as Every[]).map((value) => ({ value, label: texts.everies[value] }));

export interface Ramp {
  begin: string;
  every: Every;
  shares: string;
}

/** A gradual rollout: when it begins, its percentages, and the time between them. */
export function RampFields({ ramp, onChange }: { ramp: Ramp; onChange: (change: Partial<Ramp>) => void }) {
  return (
    <>
      <TextInput
        type="datetime-local"
        label={texts.begin}
        value={ramp.begin}
        onChange={(event) => onChange({ begin: event.currentTarget.value })}
      />
      <TextInput
        label={texts.shares}
        description={texts.sharesHint}
        value={ramp.shares}
        error={parseShares(ramp.shares) ? undefined : texts.sharesWrong}
        onChange={(event) => onChange({ shares: event.currentTarget.value })}
      />
      <NativeSelect
        label={texts.every}
        data={EVERIES}
        value={ramp.every}
        onChange={(event) => onChange({ every: event.currentTarget.value as Every })}
      />
    </>
  );
}
