import type { EnvironmentView } from '@burgee/contracts/http';
import { Button, Group, Stack, Text } from '@mantine/core';
import { ErrorNotice } from '../feedback/error-notice.js';
import type { FieldChange } from '../toggle/describe-value.js';
import { Difference } from '../toggle/difference.js';
import { Shown } from '../toggle/shown.js';
import { EnvironmentName } from './environment-name.js';
import classes from './environment.module.css';
import { texts } from './texts.js';

interface Props {
  /** The environments, none for a question about unprotected ones. */
  environments: readonly EnvironmentView[];
  changes: readonly FieldChange[];
  /** The effects on users, a sentence each. */
  effects: readonly string[];
  /** The label of the button that makes the change. */
  action: string;
  /** The label of the button that leaves everything as it is, where "Cancel" would have two meanings. */
  keep?: string;
  /** True if nothing would change. */
  disabled?: boolean;
  isPending: boolean;
  error: unknown;
  failed: string;
  onConfirm: () => void;
  onCancel: () => void;
}

/**
 * Shows a change in its environments and its effects, with each change of a protected one. The confirming button never
 * has the focus.
 */
export const ProtectedQuestion = (props: Props) => {
  const { environments, changes, effects, action, keep = texts.cancel, disabled, isPending, error, failed } = props;
  const { onConfirm, onCancel } = props;
  return (
    <Stack>
      {error !== null && error !== undefined && <ErrorNotice error={error} title={failed} />}
      {environments.map((environment) => (
        <div key={environment.id} className={classes.where} data-color={environment.color}>
          <EnvironmentName environment={environment} />
          {environment.protected && (
            <Text size="sm" c="dimmed">
              {texts.protectedHint}
            </Text>
          )}
        </div>
      ))}
      {changes.length > 0 && <Difference changes={changes} />}
      {effects.map((effect) => (
        <Text key={effect} size="sm" className="any-text">
          <Shown text={effect} />
        </Text>
      ))}
      <Group justify="flex-end">
        <Button variant="default" data-autofocus autoFocus disabled={isPending} onClick={onCancel}>
          {keep}
        </Button>
        <Button loading={isPending} disabled={disabled} onClick={onConfirm}>
          {action}
        </Button>
      </Group>
    </Stack>
  );
};
