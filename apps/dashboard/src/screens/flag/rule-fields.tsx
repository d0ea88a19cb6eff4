import type { FlagType } from '@burgee/contracts/wire';
import { Button, NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { quoteEmpty } from '../../toggle/describe-value.js';
import { hasCondition, unconditionalValue, type ValueState } from '../../toggle/unconditional-value.js';
import { faultsOf } from './drafts.js';
import classes from './flag-screen.module.css';
import { texts } from './texts.js';

interface Props {
  type: FlagType;
  name: string;
  value: ValueState;
  /** The row before the changes. */
  base: ValueState;
  canEdit: boolean;
  onChange: (patch: Partial<ValueState>) => void;
}

const NO_RULE = { targeting_attribute: null, targeting_value: null };
const FIRST_RETURN: Record<FlagType, string> = { boolean: 'true', string: '', number: '0', json: '{}' };

/** The targeting rule: if an attribute has a value, the flag returns another value. */
export function RuleFields({ type, name, value, base, canEdit, onChange }: Props) {
  const faults = faultsOf(value, type, base);
  const unconditional = unconditionalValue(value, type);
  // What some get must not become what everybody gets, unless it was so before.
  const without = hasCondition(base) ? null : base.targeting_return_value;
  // A rule that prevents saving is always shown.
  if (value.targeting_attribute === null && Object.keys(faults).length === 0)
    return (
      <div>
        <Text size="sm" c="dimmed" className="any-text">
          {unconditional === null ? texts.noRule : texts.noRuleValue(quoteEmpty(unconditional))}
        </Text>
        {unconditional !== null && (
          <Text size="xs" c="dimmed">
            {texts.sdkVersion}
          </Text>
        )}
        {canEdit && (
          <Button
            variant="subtle"
            size="compact-sm"
            mt={4}
            leftSection={<IconPlus size={16} />}
            onClick={() =>
              onChange({
                targeting_attribute: '',
                targeting_value: '',
                targeting_return_value: unconditional ?? FIRST_RETURN[type],
              })
            }
          >
            {texts.addRule}
            <span className="visually-hidden">{texts.inEnvironment(name)}</span>
          </Button>
        )}
      </div>
    );
  return (
    <fieldset className={classes.rule} disabled={!canEdit} aria-label={texts.ruleIn(name)}>
      <div className={classes.pair}>
        <TextInput
          label={texts.attribute}
          placeholder={texts.attributeExample}
          maxLength={200}
          value={value.targeting_attribute ?? ''}
          error={faults.targeting_attribute}
          onChange={(event) => onChange({ targeting_attribute: event.currentTarget.value })}
        />
        <TextInput
          label={texts.is}
          placeholder={texts.isExample}
          maxLength={10_000}
          value={value.targeting_value ?? ''}
          error={faults.targeting_value}
          onChange={(event) => onChange({ targeting_value: event.currentTarget.value })}
        />
      </div>
      <ReturnValue
        type={type}
        value={value.targeting_return_value}
        fault={faults.targeting_return_value}
        onChange={(text) => onChange({ targeting_return_value: text })}
      />
      {canEdit && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          className={classes.remove}
          onClick={() => onChange({ ...NO_RULE, targeting_return_value: without })}
        >
          {texts.removeRule}
        </Button>
      )}
    </fieldset>
  );
}

interface ReturnProps {
  type: FlagType;
  value: string | null;
  fault: string | undefined;
  onChange: (text: string) => void;
}

function ReturnValue({ type, value, fault, onChange }: ReturnProps) {
  if (type === 'boolean')
    return (
      <NativeSelect
        label={texts.returns}
        data={['true', 'false']}
        value={value ?? ''}
        error={fault}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  const Field = type === 'json' ? Textarea : TextInput;
  return (
    <Field
      label={texts.returns}
      maxLength={10_000}
      spellCheck={false}
      value={value ?? ''}
      error={fault}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
