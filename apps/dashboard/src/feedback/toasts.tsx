import { Button, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { asApiError } from '../api/api-error.js';
import { RequestId } from './error-notice.js';

const FAILURE_MILLISECONDS = 15_000;

/** Says what was not done and why. Stays long enough to be read, and is read out. */
export function showFailure(title: string, thrown: unknown): void {
  const error = asApiError(thrown);
  notifications.show({
    color: 'pennant',
    title,
    autoClose: FAILURE_MILLISECONDS,
    message: (
      <Stack gap={4} align="flex-start">
        <Text size="sm" className="any-text">
          {error.message}
        </Text>
        {error.requestId && <RequestId id={error.requestId} />}
      </Stack>
    ),
  });
}

/** Says what was done. */
export function showDone(title: string, message = ''): void {
  notifications.show({ color: 'teal', title, message });
}

/** Says what somebody else has done. */
export function showNews(who: string, what: string): void {
  notifications.show({
    color: 'navy',
    title: who,
    message: (
      <Text size="sm" className="any-text">
        {what}
      </Text>
    ),
  });
}

const UNDO_MILLISECONDS = 10_000;

/** Says what was done, and offers to take it back for ten seconds. */
export function showUndo(title: string, onUndo: () => void): void {
  const id = `undo-${Date.now()}`;
  const undo = () => {
    notifications.hide(id);
    onUndo();
  };
  notifications.show({
    id,
    color: 'teal',
    autoClose: UNDO_MILLISECONDS,
    title: <span className="any-text">{title}</span>,
    message: (
      <Button size="compact-sm" variant="light" onClick={undo}>
        Undo
      </Button>
    ),
  });
}
