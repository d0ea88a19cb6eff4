import type { FlagView } from '@burgee/contracts/http';
import { Button, Select, Textarea, TextInput, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { withAttribute } from './read-context.js';
import classes from './evaluate-screen.module.css';

const OPTIONS_AT_ONCE = 100;

interface Props {
  flags: readonly FlagView[];
  flag: FlagView;
  targetingKey: string;
  attributes: string;
  fault: string | undefined;
  onFlag: (id: string) => void;
  onTargetingKey: (key: string) => void;
  onAttributes: (text: string) => void;
}

/** The evaluation context, as an application would pass it. */
export function ContextPanel(props: Props) {
  const { flags, flag, targetingKey, attributes, fault, onFlag, onTargetingKey, onAttributes } = props;
  return (
    <section className={`panel ${classes.context}`} aria-labelledby="context">
      <Title order={2} id="context">
        Who?
      </Title>
      <Select
        label="Flag"
        searchable
        limit={OPTIONS_AT_ONCE}
        allowDeselect={false}
        data={flags.map(({ id, key }) => ({ value: id, label: key }))}
        value={flag.id}
        onChange={(id) => id && onFlag(id)}
      />
      <TextInput
        label="targetingKey"
        description="The stable id of a user. Percentages go by it."
        placeholder="user-1"
        autoComplete="off"
        spellCheck={false}
        value={targetingKey}
        onChange={(event) => onTargetingKey(event.currentTarget.value)}
      />
      <Textarea
        label="Attributes"
        description="As JSON, as the application passes them. Rules compare these."
        placeholder={'{\n  "plan": "pro"\n}'}
        rows={6}
        spellCheck={false}
        classNames={{ input: 'mono' }}
        value={attributes}
        error={fault}
        onChange={(event) => onAttributes(event.currentTarget.value)}
      />
      <RuleHints
        flag={flag}
        isWaiting={fault !== undefined}
        onTake={(name, value) =>
          name === 'targetingKey' ? onTargetingKey(value) : onAttributes(withAttribute(attributes, name, value))
        }
      />
    </section>
  );
}

interface HintsProps {
  flag: FlagView;
  /** The attributes are not valid JSON yet, so nothing can be added; an error says why. */
  isWaiting: boolean;
  onTake: (name: string, value: string) => void;
}

/** The attributes that this flag's rules compare, to add with a click. */
function RuleHints({ flag, isWaiting, onTake }: HintsProps) {
  const rules = new Map(
    flag.environments.flatMap(({ targeting_attribute: name, targeting_value: value }) =>
      name === null || value === null ? [] : [[`${name}\n${value}`, { name, value }] as const],
    ),
  );
  if (rules.size === 0) return null;
  return (
    <div className={classes.hints}>
      {[...rules.values()].map(({ name, value }) => (
        <Button
          key={`${name}\n${value}`}
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          className={classes.hint}
          disabled={isWaiting}
          onClick={() => onTake(name, value)}
        >
          {name} is {value}
        </Button>
      ))}
    </div>
  );
}
