import type { FlagView } from '@burgee/contracts/http';
import { showValue } from '@burgee/contracts/plain';
import type { EvaluationContext } from '@burgee/evaluation';
import { Button, Textarea, TextInput, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { readContext, withAttribute } from './read-context.js';
import { suggestAttributes } from './suggest-attributes.js';
import classes from './evaluate-screen.module.css';
import { fill } from '../../feedback/fill.js';
import { Shown } from '../../toggle/shown.js';
import { texts } from './texts.js';

interface Props {
  flag: FlagView;
  targetingKey: string;
  attributes: string;
  fault: string | undefined;
  /** Above the fields. */
  before?: ReactNode;
  onTargetingKey: (key: string) => void;
  onAttributes: (text: string) => void;
}

/** The evaluation context, as an application would pass it. */
export function ContextPanel(props: Props) {
  const { flag, targetingKey, attributes, fault, before, onTargetingKey, onAttributes } = props;
  return (
    <section className={`panel ${classes.context}`} aria-labelledby="context">
      <Title order={2} id="context">
        {texts.user}
      </Title>
      {before}
      <TextInput
        label={texts.targetingKey}
        description={texts.targetingKeyHint}
        placeholder={texts.targetingKeyExample}
        autoComplete="off"
        spellCheck={false}
        value={targetingKey}
        onChange={(event) => onTargetingKey(event.currentTarget.value)}
      />
      <Textarea
        label={texts.attributes}
        description={texts.attributesHint}
        placeholder={texts.attributesExample}
        rows={6}
        spellCheck={false}
        classNames={{ input: 'mono' }}
        value={attributes}
        error={fault}
        onChange={(event) => onAttributes(event.currentTarget.value)}
      />
      <RuleHints
        flag={flag}
        context={readContext(targetingKey, attributes).context}
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
  /** The context as typed so far; a rule that it matches needs no hint. */
  context: EvaluationContext | undefined;
  /** The attributes are not valid JSON yet, so nothing can be added; an error says why. */
  isWaiting: boolean;
  onTake: (name: string, value: string) => void;
}

/** The attributes that this flag's rules compare, to add with a click. */
function RuleHints({ flag, context, isWaiting, onTake }: HintsProps) {
  const suggested = suggestAttributes(flag.environments, context);
  if (suggested.length === 0) return null;
  return (
    <div className={classes.hints}>
      {suggested.map(({ name, value }) => (
        <Button
          key={`${name}\n${value}`}
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          className={classes.hint}
          disabled={isWaiting}
          onClick={() => onTake(name, value)}
        >
          {fill(texts.suggestion, { name: <Shown text={showValue(name)} />, value: <Shown text={showValue(value)} /> })}
        </Button>
      ))}
    </div>
  );
}
