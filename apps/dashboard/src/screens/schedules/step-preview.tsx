import type { ScheduleStep } from '@burgee/contracts/http';
import { Alert, Text } from '@mantine/core';
import type { FlagType } from '@burgee/contracts/wire';
import { hasShares, type ValueState } from '../../toggle/unconditional-value.js';
import { RampPicture } from './ramp-picture.js';
import { changesOfSteps } from './step-changes.js';
import { StepList } from './step-list.js';
import { formTexts } from './dialog-texts.js';

interface Props {
  value: ValueState;
  type: FlagType;
  steps: readonly ScheduleStep[];
}

/** The changes of steps, before the user schedules them. */
export function StepPreview({ value, type, steps }: Props) {
  const waiting = steps.map((step) => ({ ...step, outcome: null, late_seconds: null, skipped_because: null }));
  const isIdle = !hasShares(value, type) && steps.some(({ patch }) => patch.rollout_percentage !== undefined);
  const isEmpty =
    !isIdle &&
    type !== 'boolean' &&
    value.targeting_return_value === null &&
    steps.some(({ patch }) => patch.is_enabled === true);
  return (
    <div>
      {isEmpty && (
        <Alert className="notice-warn" role="status" mb="xs">
          {formTexts.noValue}
        </Alert>
      )}
      {isIdle && (
        <Alert className="notice-warn" role="status" mb="xs">
          {formTexts.noShares}
        </Alert>
      )}
      <Text size="sm" fw={600} mb={4}>
        {formTexts.preview}
      </Text>
      <RampPicture value={value} steps={waiting} />
      <StepList steps={waiting} changes={changesOfSteps(value, steps)} />
    </div>
  );
}
