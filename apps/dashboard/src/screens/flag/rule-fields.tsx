import type { FlagType } from '@burgee/contracts/wire';
import { Button, NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ValueState } from '../../toggle/describe-value.js';
import { faultsOf } from './drafts.js';
import classes from './flag-screen.module.css';

interface Props {
  type: FlagType;
  name: string;
  value: ValueState;
  canEdit: boolean;
  onChange: (patch: Partial<ValueState>) => void;
}

const NO_RULE = { targeting_attribute: null, targeting_value: null, targeting_return_value: null };
const FIRST_RETURN: Record<FlagType, string> = { boolean: 'true', string: '', number: '0', json: '{}' };

/** The targeting rule: if an attribute has a value, the flag returns another value. */
export function RuleFields({ type, name, value, canEdit, onChange }: Props) {
  const faults = faultsOf(value, type);
  // A rule that prevents saving is always shown.
  if (value.targeting_attribute === null && Object.keys(faults).length === 0)
    return (
      <div>
        <Text size="sm" c="dimmed">
          No rule.
        </Text>
        {canEdit && (
          <Button
            variant="subtle"
            size="compact-sm"
            mt={4}
            leftSection={<IconPlus size={16} />}
            onClick={() =>
              onChange({ targeting_attribute: '', targeting_value: '', targeting_return_value: FIRST_RETURN[type] })
            }
          >
            Add rule<span className="visually-hidden"> in {name}</span>
          </Button>
        )}
      </div>
    );
  return (
    <fieldset className={classes.rule} disabled={!canEdit} aria-label={`Rule in ${name}`}>
      <div className={classes.pair}>
        <TextInput
          label="When"
          placeholder="country"
          maxLength={200}
          value={value.targeting_attribute ?? ''}
          error={faults.targeting_attribute}
          onChange={(event) => onChange({ targeting_attribute: event.currentTarget.value })}
        />
        <TextInput
          label="is"
          placeholder="NO"
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
          onClick={() => onChange(NO_RULE)}
        >
          Remove rule
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
        label="the flag gives"
        data={['true', 'false']}
        value={value ?? ''}
        error={fault}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  const Field = type === 'json' ? Textarea : TextInput;
  return (
    <Field
      label="the flag gives"
      maxLength={10_000}
      spellCheck={false}
      value={value ?? ''}
      error={fault}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
