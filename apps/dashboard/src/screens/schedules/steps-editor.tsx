import { Button, Stack } from '@mantine/core';
import { newStep, type StepDraft, timeFaults } from './schedule-draft.js';
import { StepFields } from './step-fields.js';
import { formTexts as texts } from './dialog-texts.js';

const STEPS_AT_MOST = 20;

interface Props {
  steps: readonly StepDraft[];
  /** Steps must be later than this. */
  now: number;
  onChange: (steps: StepDraft[]) => void;
}

/** Steps, one below the other. */
export function StepsEditor({ steps, now, onChange }: Props) {
  const faults = timeFaults(steps, now);
  const set = (id: number, change: Partial<StepDraft>) =>
    onChange(steps.map((step) => (step.id === id ? { ...step, ...change } : step)));
  return (
    <Stack gap="xs" align="flex-start">
      {steps.map((step, index) => (
        <StepFields
          key={step.id}
          place={index + 1}
          step={step}
          fault={faults[index]}
          onChange={(change) => set(step.id, change)}
          onRemove={steps.length > 1 ? () => onChange(steps.filter(({ id }) => id !== step.id)) : undefined}
        />
      ))}
      {steps.length < STEPS_AT_MOST && (
        <Button variant="subtle" size="compact-sm" onClick={() => onChange([...steps, newStep('')])}>
          {texts.add}
        </Button>
      )}
    </Stack>
  );
}
