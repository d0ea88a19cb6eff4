import type { FlagType } from '@burgee/contracts/wire';
import { Stack, Text } from '@mantine/core';
import type { ValueState } from '../../toggle/unconditional-value.js';
import { BooleanRule } from './boolean-rule.js';
import { Rollout } from './rollout.js';
import { ValueForWhom } from './value-for-whom.js';
import { texts } from './texts.js';

export interface EditorProps {
  type: FlagType;
  /** The name of the environment. */
  name: string;
  value: ValueState;
  /** The row before the changes. */
  base: ValueState;
  onChange: (patch: Partial<ValueState>) => void;
}

/** Edits the value of a flag in one environment. A boolean flag is for a share of users; others have a value first. */
export function ValueEditor(props: EditorProps) {
  const { type, name, value, onChange } = props;
  if (type !== 'boolean') return <ValueForWhom {...props} />;
  return (
    <Stack>
      <div>
        <Text size="sm" fw={600} component="div" mb={4}>
          {texts.rollout}
        </Text>
        <Rollout
          name={name}
          share={value.rollout_percentage}
          onChange={(share) => onChange({ rollout_percentage: share })}
        />
      </div>
      <BooleanRule {...props} />
    </Stack>
  );
}
