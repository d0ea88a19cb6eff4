import type { ScheduleChoice } from '@burgee/contracts/http';
import { NativeSelect } from '@mantine/core';
import { formTexts as texts } from './dialog-texts.js';

/** In the order in which they are offered. */
const CHOICES = ['run', 'pause', 'skip'] as const satisfies ScheduleChoice[];
const DATA = CHOICES.map((value) => ({ value, label: texts.choices[value] }));

export interface Choices {
  if_changed: ScheduleChoice;
  if_late: ScheduleChoice;
}

/** What to do with steps that find an edited value or run late. */
export function ChoiceFields({
  choices,
  onChange,
}: {
  choices: Choices;
  onChange: (change: Partial<Choices>) => void;
}) {
  return (
    <>
      <NativeSelect
        label={texts.ifChanged}
        data={DATA}
        value={choices.if_changed}
        onChange={(event) => onChange({ if_changed: event.currentTarget.value as ScheduleChoice })}
      />
      <NativeSelect
        label={texts.ifLate}
        data={DATA}
        value={choices.if_late}
        onChange={(event) => onChange({ if_late: event.currentTarget.value as ScheduleChoice })}
      />
    </>
  );
}
