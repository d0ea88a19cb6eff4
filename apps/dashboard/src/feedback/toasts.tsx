import { Button, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { asApiError, describeFailure } from '../api/api-error.js';
import { RequestId } from './error-notice.js';
import { forgetUndo, noteUndo } from './latest-undo.js';
import { type OthersChange, summarizeChanges } from './summarize-changes.js';
import { showOwn } from './own-toasts.js';
import { texts } from './texts.js';

const FAILURE_MILLISECONDS = 15_000;
const OTHERS_CHANGE_MILLISECONDS = 4_000;

/** Says what failed and why. Stays long enough to read, and screen readers announce it. */
export function showFailure(title: string, thrown: unknown): void {
  const { requestId } = asApiError(thrown);
  const failure = describeFailure(title, thrown);
  showOwn({
    color: 'pennant',
    title: failure.title,
    autoClose: FAILURE_MILLISECONDS,
    message: (
      <Stack gap={4} align="flex-start">
        <Text size="sm" className="any-text">
          {failure.message}
        </Text>
        {requestId && <RequestId id={requestId} />}
      </Stack>
    ),
  });
}

/** Says what was done. */
export function showDone(title: string, message = ''): void {
  showOwn({ color: 'teal', title, message });
}

let shown: OthersChange[] = [];
let toastCount = 0;

/** Says what somebody else changed, in one toast with changes that are still shown. */
export function showOthersChange(change: OthersChange): void {
  shown = [...shown, change];
  const isFirst = shown.length === 1;
  if (isFirst) toastCount += 1;
  const { title, lines } = summarizeChanges(shown);
  const toast = {
    id: `changes-${toastCount}`,
    color: 'navy',
    title,
    // The time starts again with each change; Mantine restarts it only for another duration.
    autoClose: OTHERS_CHANGE_MILLISECONDS + shown.length,
    onClose: () => {
      shown = [];
    },
    message: (
      <Text size="sm" className="any-text" style={{ whiteSpace: 'pre-line' }}>
        {lines.join('\n')}
      </Text>
    ),
  };
  if (isFirst) notifications.show(toast);
  else notifications.update(toast);
}

const UNDO_MILLISECONDS = 10_000;

/** Says what was done, and offers to undo it for ten seconds, by a button and by Ctrl Z. */
export function showUndo(title: string, onUndo: () => void): void {
  const undo = () => {
    notifications.hide(id);
    onUndo();
  };
  const id = showOwn({
    color: 'teal',
    autoClose: UNDO_MILLISECONDS,
    title: <span className="any-text">{title}</span>,
    onClose: () => forgetUndo(id),
    message: (
      <Button size="compact-sm" variant="light" onClick={undo} aria-keyshortcuts="Control+Z Meta+Z">
        {texts.undo}
      </Button>
    ),
  });
  noteUndo(id, undo);
}
