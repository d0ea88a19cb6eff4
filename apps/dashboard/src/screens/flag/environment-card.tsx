import type { EnvironmentView, FlagValueView, FlagView } from '@burgee/contracts/http';
import { Alert, Button, Slider, Switch, Text, Title } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { TimeAgo } from '../../feedback/time-ago.js';
import { describeAudience } from '../../toggle/describe-value.js';
import { unconditionalValue, type ValueState } from '../../toggle/unconditional-value.js';
import switchClasses from '../../toggle/flag-switch.module.css';
import { type Draft, isOvertaken, stateOf } from './drafts.js';
import classes from './flag-screen.module.css';
import { RuleFields } from './rule-fields.js';
import { ShareField } from './share-field.js';

interface Props {
  flag: FlagView;
  environment: EnvironmentView;
  row: FlagValueView;
  draft: Draft | undefined;
  /** Who set the current value, if known. */
  author: string | undefined;
  canEdit: boolean;
  onChange: (patch: Partial<ValueState>) => void;
  onLook: () => void;
}

/** What applications get while the flag is off. */
const describeOff = (type: FlagView['type']) =>
  type === 'boolean' ? 'Off: nobody gets it.' : 'Off: your code gets its own default.';

/** The value of a flag in one environment: switch, percentage, rule. */
export function EnvironmentCard({ flag, environment, row, draft, author, canEdit, onChange, onLook }: Props) {
  const value = draft?.value ?? stateOf(row);
  const { name, icon } = environment;
  const label = `environment-${environment.id}`;
  return (
    <section className={`panel ${classes.card}`} aria-labelledby={label} data-changed={draft ? true : undefined}>
      <div className={classes.head}>
        <Title order={2} id={label} className={`any-text ${classes.title}`}>
          {icon} {name}
        </Title>
        {environment.protected && <IconShieldLock size={18} aria-label="protected" className={classes.shield} />}
        <Switch
          size="lg"
          withThumbIndicator={false}
          onLabel="on"
          offLabel="off"
          checked={value.is_enabled}
          disabled={!canEdit}
          aria-label={`Switch in ${name}`}
          classNames={{
            body: switchClasses.body,
            input: switchClasses.input,
            track: switchClasses.track,
            trackLabel: switchClasses.word,
          }}
          onChange={(event) => onChange({ is_enabled: event.currentTarget.checked })}
        />
      </div>
      <Text size="sm" c="dimmed" className="any-text">
        {value.is_enabled ? `On: ${describeAudience(value, flag.type)}.` : describeOff(flag.type)}
      </Text>
      {draft && isOvertaken(draft, row) && (
        <Alert className="notice-warn" title="Changed meanwhile" role="alert">
          Somebody saved another value here while you were editing.
          <Button size="compact-sm" variant="default" mt="xs" onClick={onLook} display="block">
            Show both versions
          </Button>
        </Alert>
      )}
      <Rollout type={flag.type} name={name} value={value} canEdit={canEdit} onChange={onChange} />
      <RuleFields
        type={flag.type}
        name={name}
        value={value}
        base={draft?.base ?? row}
        canEdit={canEdit}
        onChange={onChange}
      />
      <Text size="xs" c="dimmed" className={`any-text ${classes.foot}`}>
        Changed <TimeAgo time={row.updated_at} />
        {author !== undefined && ` by ${author}`}
      </Text>
    </section>
  );
}

interface RolloutProps {
  type: FlagView['type'];
  name: string;
  value: ValueState;
  canEdit: boolean;
  onChange: (patch: Partial<ValueState>) => void;
}

function Rollout({ type, name, value, canEdit, onChange }: RolloutProps) {
  const share = value.rollout_percentage;
  const set = (percentage: number) => onChange({ rollout_percentage: percentage });
  return (
    <div>
      <Text size="sm" fw={600} component="div" mb={4}>
        Rollout
      </Text>
      <div className={classes.rollout}>
        <Slider
          min={0}
          max={100}
          value={share}
          disabled={!canEdit}
          label={(percentage) => `${percentage} %`}
          thumbLabel={`Rollout in ${name}`}
          onChange={set}
        />
        <ShareField label={`Rollout in ${name}, percent`} share={share} disabled={!canEdit} onChange={set} />
      </div>
      {type !== 'boolean' && (
        <Text size="xs" c="dimmed" mt={4}>
          {unconditionalValue(value, type) === null
            ? `A percentage decides nothing here: this ${type} flag has no value without a rule.`
            : "Whoever is not among them gets your code's default."}
        </Text>
      )}
    </div>
  );
}
