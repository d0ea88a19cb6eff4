import type { EnvironmentView } from '@burgee/contracts/http';
import { Button, Group, Stack, Text } from '@mantine/core';
import { type NotificationData, notifications } from '@mantine/notifications';
import { asApiError, describeFailure, wasEnded } from '../../api/api-error.js';
import { DeliveryProgress } from './delivery-progress.js';
import { RequestId } from '../errors/error-notice.js';
import { forgetUndo, noteUndo } from './latest-undo.js';
import { type OthersChange, summarizeChanges } from './summarize-changes.js';
import { showOwn } from './own-toasts.js';
import { texts } from '../texts.js';
import { ToastAnchor, type ToastLink } from './toast-anchor.js';
import { formatShortcut } from '../format-shortcut.js';

const FAILURE_MILLISECONDS = 15_000;
const OTHERS_CHANGE_MILLISECONDS = 4_000;

/** Says what failed and why, unless the user ended it. Stays long enough to read, and screen readers announce it. */
export function showFailure(title: string, thrown: unknown): void {
  if (wasEnded(thrown)) return;
  const { faultId } = asApiError(thrown);
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
        {faultId && <RequestId id={faultId} />}
      </Stack>
    ),
  });
}

/**
 * Says what was done.
 * @param changed the changed environments: for protected ones, the toast shows how many clients have the change
 */
export function showDone(title: string, message = '', ...changed: readonly EnvironmentView[]): void {
  showChange({ color: 'teal', title, message }, changed);
}

/** Says what became of a change that got no answer. */
export function showOutcome(title: string, message: string, wasSaved: boolean): void {
  showOwn({ color: wasSaved ? 'teal' : 'pennant', title, message, autoClose: FAILURE_MILLISECONDS });
}

/** Says what was done, with a link to it. */
export const showDoneAndPlace = (link: ToastLink, title: string): void => {
  showOwn({ color: 'teal', title, message: <ToastAnchor link={link} /> });
};

/** The same; it replaces the earlier toast about the subject. */
export function showDoneAbout(subject: string, title: string, ...changed: readonly EnvironmentView[]): void {
  showChange({ color: 'teal', title, message: '' }, changed, subject);
}

/** Says that a change was undone, and the result. */
export const showUndone = (what: string, ...changed: readonly EnvironmentView[]): void =>
  showDone(texts.undone(what), '', ...changed);

/** Shows a change. The toast stays while clients of a protected environment are still getting it. */
function showChange(toast: NotificationData, changed: readonly EnvironmentView[], subject?: string): string {
  const followed = changed.filter((environment) => environment.protected);
  if (followed.length === 0) return showOwn(toast, subject);
  let underWay = followed.length;
  const over = () => {
    underWay -= 1;
    if (underWay === 0) notifications.update({ ...arriving, id, autoClose: toast.autoClose });
  };
  const arriving: NotificationData = {
    ...toast,
    autoClose: false,
    message: (
      <Stack gap={4} align="flex-start">
        {followed.map((environment) => (
          <DeliveryProgress key={environment.id} environment={environment} onOver={over} />
        ))}
        {toast.message}
      </Stack>
    ),
  };
  const id = showOwn(arriving, subject);
  return id;
}

let shown: OthersChange[] = [];
let toastCount = 0;

/** Shows a change by another user, in one toast with the changes that are still shown. */
export function showOthersChange(change: OthersChange): void {
  shown = [...shown, change];
  const isFirst = shown.length === 1;
  if (isFirst) toastCount += 1;
  const { title, lines } = summarizeChanges(shown);
  const toast = {
    id: `changes-${toastCount}`,
    color: 'navy',
    title,
    // Each change restarts the time; Mantine restarts it only for another duration.
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

/** Undoes a change. If the answer is false, the user did not confirm it, and the toast offers it again. */
type Undo = () => unknown;

/**
 * Says what was done, and offers an undo by button and Ctrl Z, for ten seconds or until all clients have the change.
 */
export function showUndo(title: string, onUndo: Undo, ...changed: readonly EnvironmentView[]): void {
  showWithUndo({ title, onUndo, changed });
}

/** The same; it replaces the earlier toast about the subject, and its undo, which would fail. */
export function showUndoAbout(
  subject: string,
  title: string,
  onUndo: Undo,
  ...changed: readonly EnvironmentView[]
): void {
  showWithUndo({ subject, title, onUndo, changed });
}

/** The same, with a link to what was changed. */
export function showUndoAndPlace(
  link: ToastLink,
  title: string,
  onUndo: Undo,
  ...changed: readonly EnvironmentView[]
): void {
  showWithUndo({ link, title, onUndo, changed });
}

interface WithUndo {
  subject?: string;
  link?: ToastLink;
  title: string;
  onUndo: Undo;
  changed: readonly EnvironmentView[];
}

function showWithUndo(offer: WithUndo): void {
  const { subject, link, title, onUndo, changed } = offer;
  const undo = async () => {
    notifications.hide(id);
    if ((await onUndo()) === false) showWithUndo(offer);
  };
  const toast: NotificationData = {
    color: 'teal',
    autoClose: UNDO_MILLISECONDS,
    title: <span className="any-text">{title}</span>,
    onClose: () => forgetUndo(id),
    message: (
      <Group gap="xs">
        <Button size="compact-sm" variant="light" onClick={() => void undo()} aria-keyshortcuts="Control+Z Meta+Z">
          {texts.undo}
        </Button>
        <kbd aria-hidden className="keys-only">
          {formatShortcut('Z')}
        </kbd>
        {link && <ToastAnchor link={link} />}
      </Group>
    ),
  };
  const id = showChange(toast, changed, subject);
  noteUndo(id, () => void undo());
}

/**
 * Says that nothing is left to undo.
 * @param toHistory links to the place that restores older changes, if there is one
 */
export function showNoUndo(toHistory: (() => void) | undefined): void {
  const id = showOwn(
    {
      title: texts.noUndo,
      message: (
        <Stack gap={4} align="flex-start">
          <Text size="sm">{texts.noUndoWhy}</Text>
          {toHistory && (
            <Button size="compact-sm" variant="light" onClick={leave}>
              {texts.toHistory}
            </Button>
          )}
        </Stack>
      ),
    },
    'undo',
  );
  function leave() {
    notifications.hide(id);
    toHistory?.();
  }
}
