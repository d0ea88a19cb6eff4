import type { EnvironmentView, FlagValueView, FlagView } from '@burgee/contracts/http';
import { Alert, Button, Slider, Text, Title } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { TimeAgo } from '../../feedback/time-ago.js';
import { describeAudience } from '../../toggle/describe-value.js';
import { unconditionalValue, type ValueState } from '../../toggle/unconditional-value.js';
import { ToggleSwitch } from '../../toggle/toggle-switch.js';
import { type Draft, isOvertaken, stateOf } from './drafts.js';
import classes from './flag-screen.module.css';
import { RuleFields } from './rule-fields.js';
import { ShareField } from './share-field.js';
import { fill } from '../../feedback/fill.js';
import { formatPercent } from '../../feedback/format.js';
import { texts } from './texts.js';

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
        {environment.protected && <IconShieldLock size={18} aria-label={texts.protected} className={classes.shield} />}
        <ToggleSwitch
          words={texts.words}
          checked={value.is_enabled}
          readOnly={!canEdit}
          aria-label={texts.switchIn(name)}
          onChange={(on) => onChange({ is_enabled: on })}
        />
      </div>
      <Text size="sm" c="dimmed" className="any-text">
        {value.is_enabled
          ? texts.on(describeAudience(value, flag.type))
          : texts.off[flag.type === 'boolean' ? 'boolean' : 'other']}
      </Text>
      {draft && isOvertaken(draft, row) && (
        <Alert className="notice-warn" title={texts.overtaken} role="alert">
          {texts.overtakenHint}
          <Button size="compact-sm" variant="default" mt="xs" onClick={onLook} display="block">
            {texts.showBoth}
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
        {fill(author === undefined ? texts.changed : texts.changedBy, {
          when: <TimeAgo time={row.updated_at} />,
          who: author,
        })}
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
        {texts.rollout}
      </Text>
      <div className={classes.rollout}>
        <Slider
          min={0}
          max={100}
          value={share}
          disabled={!canEdit}
          label={formatPercent}
          thumbLabel={texts.rolloutIn(name)}
          onChange={set}
        />
        <ShareField label={texts.rolloutPercent(name)} share={share} disabled={!canEdit} onChange={set} />
      </div>
      {type !== 'boolean' && (
        <Text size="xs" c="dimmed" mt={4}>
          {unconditionalValue(value, type) === null ? texts.rolloutUnused(texts.types[type]) : texts.rolloutOthers}
        </Text>
      )}
    </div>
  );
}
