import type { EnvironmentView, FlagView } from '@burgee/contracts/http';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Answers } from './answers.js';
import { ContextPanel } from './context-panel.js';
import classes from './evaluate-screen.module.css';
import { readContext } from './read-context.js';
import { texts } from './texts.js';

interface Props {
  flag: FlagView;
  environments: readonly EnvironmentView[];
  targetingKey: string;
  attributes: string;
  /** Above the fields. */
  before?: ReactNode;
  onTargetingKey: (key: string) => void;
  onAttributes: (text: string) => void;
}

/** A user, and what they get from a flag. */
export function UserAndResult({ flag, environments, targetingKey, attributes, ...panel }: Props) {
  const { context, fault } = readContext(targetingKey, attributes);
  return (
    <div className={classes.columns}>
      <ContextPanel flag={flag} targetingKey={targetingKey} attributes={attributes} fault={fault} {...panel} />
      {context ? (
        <Answers flag={flag} environments={environments} context={context} />
      ) : (
        <section className={`panel ${classes.answers}`}>
          <Text c="dimmed">{texts.waiting}</Text>
        </section>
      )}
    </div>
  );
}
