import type { FlagType } from '@burgee/contracts/wire';
import { Button, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { type Audience, audienceOf, chooseAudience } from './audience.js';
import { ConditionFields } from './condition-fields.js';
import { type EditorProps, faultsOf } from '../drafts/drafts.js';
import classes from '../flag-screen.module.css';
import { Rollout } from './rollout.js';
import { texts as all } from '../texts.js';

const texts = all.forWhom;
const FIRST: Record<FlagType, string> = { boolean: 'true', string: '', number: '0', json: '{}' };
const AUDIENCES: readonly Audience[] = ['everyone', 'share', 'rule'];
const NOTHING = { targeting_attribute: null, targeting_value: null, targeting_return_value: null };

/** The value of a text, number or JSON flag, then its audience. */
export function ValueForWhom({ type, name, value, base, onChange }: EditorProps) {
  const faults = faultsOf(value, type, base);
  const [isShare, setShare] = useState(() => audienceOf(value) === 'share');
  if (value.targeting_return_value === null && Object.keys(faults).length === 0)
    return (
      <div>
        <Text size="sm">{texts.noValue}</Text>
        <Button
          variant="subtle"
          size="compact-sm"
          mt={4}
          leftSection={<IconPlus size={16} />}
          onClick={() => onChange({ targeting_return_value: base.targeting_return_value ?? FIRST[type] })}
        >
          {texts.setValue}
          <span className="visually-hidden">{all.inEnvironment(name)}</span>
        </Button>
      </div>
    );
  const now = audienceOf(value);
  // A percentage that the user drags to 100 stays a percentage until released.
  const audience = now === 'everyone' && isShare ? 'share' : now;
  const Field = type === 'json' ? Textarea : TextInput;
  return (
    <Stack>
      <div className={classes.value}>
        <Field
          label={texts.value}
          maxLength={10_000}
          spellCheck={false}
          classNames={{ input: 'mono' }}
          value={value.targeting_return_value ?? ''}
          error={faults.targeting_return_value}
          onChange={(event) => onChange({ targeting_return_value: event.currentTarget.value })}
        />
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => onChange(NOTHING)}>
          {texts.removeValue}
        </Button>
      </div>
      <Radio.Group
        label={texts.label}
        value={audience}
        onChange={(chosen) => {
          setShare(chosen === 'share');
          onChange(chooseAudience(value, chosen as Audience));
        }}
      >
        <Stack gap="xs" mt={6}>
          {AUDIENCES.map((one) => (
            <Radio key={one} value={one} label={texts.audiences[one]} />
          ))}
        </Stack>
      </Radio.Group>
      {audience === 'share' && (
        <Rollout
          name={name}
          share={value.rollout_percentage}
          onChange={(share) => onChange({ rollout_percentage: share })}
        />
      )}
      {audience === 'rule' && <ConditionFields value={value} base={base} faults={faults} onChange={onChange} />}
      <Text size="sm" c="dimmed">
        {audience === 'everyone' ? texts.sdkVersion : texts.others}
      </Text>
    </Stack>
  );
}
