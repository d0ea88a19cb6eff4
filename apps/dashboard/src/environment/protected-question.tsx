import type { EnvironmentView } from '@burgee/contracts/http';
import { Button, Group, Stack, Text } from '@mantine/core';
import { ErrorNotice } from '../feedback/error-notice.js';
import type { FieldChange } from '../toggle/describe-value.js';
import { Difference } from '../toggle/difference.js';
import { EnvironmentName } from './environment-name.js';
import classes from './environment.module.css';
import { texts } from './texts.js';

interface Props {
  environment: EnvironmentView;
  changes: readonly FieldChange[];
  /** For whom something will be different, a sentence each. */
  effects: readonly string[];
  /** The label of the button that makes the change. */
  action: string;
  isPending: boolean;
  error: unknown;
  failed: string;
  onConfirm: () => void;
  onCancel: () => void;
}

/** What a change of a protected environment does, and for whom. Its button is never the one with the focus. */
export const ProtectedQuestion = (props: Props) => {
  const { environment, changes, effects, action, isPending, error, failed, onConfirm, onCancel } = props;
  return (
    <Stack>
      {error !== null && error !== undefined && <ErrorNotice error={error} title={failed} />}
      <div className={classes.where} data-color={environment.color}>
        <EnvironmentName environment={environment} />
        <Text size="sm" c="dimmed">
          {texts.protectedHint}
        </Text>
      </div>
      {changes.length > 0 && <Difference changes={changes} />}
      {effects.map((effect) => (
        <Text key={effect} size="sm" className="any-text">
          {effect}
        </Text>
      ))}
      <Group justify="flex-end">
        <Button variant="default" data-autofocus autoFocus disabled={isPending} onClick={onCancel}>
          {texts.cancel}
        </Button>
        <Button loading={isPending} onClick={onConfirm}>
          {action}
        </Button>
      </Group>
    </Stack>
  );
};
