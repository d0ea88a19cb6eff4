import type { ScheduleStep } from '@burgee/contracts/http';
import { Text } from '@mantine/core';
import type { ValueState } from '../../toggle/unconditional-value.js';
import { RampPicture } from './ramp-picture.js';
import { changesOfSteps } from './step-changes.js';
import { StepList } from './step-list.js';
import { formTexts } from './dialog-texts.js';

/** What steps would change of a value, before they are scheduled. */
export function StepPreview({ value, steps }: { value: ValueState; steps: readonly ScheduleStep[] }) {
  const waiting = steps.map((step) => ({ ...step, outcome: null, late_seconds: null, skipped_because: null }));
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {formTexts.preview}
      </Text>
      <RampPicture value={value} steps={waiting} />
      <StepList steps={waiting} changes={changesOfSteps(value, steps)} />
    </div>
  );
}
