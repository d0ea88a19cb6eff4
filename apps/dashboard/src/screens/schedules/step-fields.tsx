import { ActionIcon, Group, NativeSelect, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { ShareField } from '../flag/editor/share-field.js';
import type { StepDraft } from './schedule-draft.js';
import { type What, WHATS } from './step-what.js';
import { formTexts as texts } from './dialog-texts.js';
import { texts as all } from './texts.js';

interface Props {
  place: number;
  step: StepDraft;
  /** The fault in its time. */
  fault: keyof typeof texts.timeFaults | undefined;
  onChange: (change: Partial<StepDraft>) => void;
  onRemove?: () => void;
}

/** One step: its time and its change. */
export function StepFields({ place, step, fault, onChange, onRemove }: Props) {
  const whats = WHATS.filter((what) => what !== 'other' || step.what === 'other');
  const hasShare = step.what === 'share' || step.what === 'onShare';
  return (
    <Group component="fieldset" gap="xs" align="flex-start" m={0} p={0} style={{ border: 0 }}>
      <legend className="visually-hidden">{texts.step(place)}</legend>
      <TextInput
        type="datetime-local"
        label={texts.time}
        value={step.at}
        error={fault && texts.timeFaults[fault]}
        onChange={(event) => onChange({ at: event.currentTarget.value })}
      />
      <NativeSelect
        label={texts.what}
        data={whats.map((what) => ({ value: what, label: all.whats[what] }))}
        value={step.what}
        onChange={(event) => onChange({ what: event.currentTarget.value as What })}
      />
      {hasShare && <ShareField label={texts.share} share={step.share} onChange={(share) => onChange({ share })} />}
      {onRemove && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          mt="1.5rem"
          aria-label={texts.remove(place)}
          onClick={onRemove}
        >
          <IconX size={16} />
        </ActionIcon>
      )}
    </Group>
  );
}
