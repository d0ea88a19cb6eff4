import { Button, NativeSelect, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { ConditionFields } from './condition-fields.js';
import { type EditorProps, faultsOf } from '../drafts/drafts.js';
import classes from '../flag-screen.module.css';
import { texts } from './rule-texts.js';
import { texts as all } from '../texts.js';

const NEW_RULE = { targeting_attribute: '', targeting_value: '', targeting_return_value: 'true' };
const NO_RULE = { targeting_attribute: null, targeting_value: null };

/** The rule of a boolean flag: users with an attribute get true, or false, regardless of the rollout. */
export function BooleanRule({ type, name, value, base, onChange }: EditorProps) {
  const faults = faultsOf(value, type, base);
  // A rule that prevents saving is always shown.
  if (value.targeting_attribute === null && Object.keys(faults).length === 0)
    return (
      <div>
        <Text size="sm" c="dimmed">
          {texts.noRule}
        </Text>
        <Button
          variant="subtle"
          size="compact-sm"
          mt={4}
          leftSection={<IconPlus size={16} />}
          onClick={() => onChange(NEW_RULE)}
        >
          {texts.addRule}
          <span className="visually-hidden">{all.inEnvironment(name)}</span>
        </Button>
      </div>
    );
  return (
    <fieldset className={classes.rule} aria-label={texts.ruleIn(name)}>
      <ConditionFields value={value} base={base} faults={faults} onChange={onChange} />
      <NativeSelect
        label={texts.returns}
        data={['true', 'false']}
        value={value.targeting_return_value ?? ''}
        error={faults.targeting_return_value}
        onChange={(event) => onChange({ targeting_return_value: event.currentTarget.value })}
      />
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        className={classes.remove}
        onClick={() =>
          // Restores the old return value, which the service drops with the rule, so that no difference remains.
          onChange({
            ...NO_RULE,
            targeting_return_value: base.targeting_attribute === null ? base.targeting_return_value : null,
          })
        }
      >
        {texts.removeRule}
      </Button>
    </fieldset>
  );
}
