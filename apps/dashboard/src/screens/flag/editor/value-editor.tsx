import { Stack, Text } from '@mantine/core';
import { BooleanRule } from './boolean-rule.js';
import type { EditorProps } from '../drafts/drafts.js';
import { Rollout } from './rollout.js';
import { ValueForWhom } from './value-for-whom.js';
import { texts } from '../texts.js';

/** Edits the value of a flag in one environment. A boolean flag has only an audience; others have a value first. */
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
