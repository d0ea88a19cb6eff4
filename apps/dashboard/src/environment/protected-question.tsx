import type { EnvironmentView } from '@burgee/contracts/http';
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FieldChange } from '../toggle/describe-value.js';
import { Difference } from '../toggle/difference.js';
import { Shown } from '../toggle/shown.js';
import { isConfirmed } from './confirm-in.js';
import { EnvironmentName } from './environment-name.js';
import classes from './environment.module.css';
import { texts } from './texts.js';

interface Props {
  /** The environments, none for a question about unprotected ones. */
  environments: readonly EnvironmentView[];
  changes?: readonly FieldChange[];
  /** The effects on users, a sentence each. */
  effects: readonly string[];
  /** The foot of the dialog, in which the confirming button never has the focus. */
  children: ReactNode;
}

/** Shows a change in its environments and its effects, with each change of a protected one. */
export const ProtectedQuestion = ({ environments, changes, effects, children }: Props) => (
  <Stack>
    {environments.map((environment) => (
      <div key={environment.id} className={classes.where} data-color={environment.color}>
        <EnvironmentName environment={environment} />
        {isConfirmed(environment) && (
          <Text size="sm" c="dimmed">
            {texts.protectedHint}
          </Text>
        )}
      </div>
    ))}
    {changes && changes.length > 0 && <Difference changes={changes} />}
    {effects.map((effect) => (
      <Text key={effect} size="sm" className="any-text">
        <Shown text={effect} />
      </Text>
    ))}
    {children}
  </Stack>
);
