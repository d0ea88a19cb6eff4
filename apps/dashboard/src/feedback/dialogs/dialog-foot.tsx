import { Button, Group } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { ErrorNotice } from '../errors/error-notice.js';
import { texts } from '../texts.js';
import { useFocusFault } from './use-focus-fault.js';

interface Props {
  /** The label of the button that leaves everything as it is. */
  cancel?: string;
  /** Undefined: there is only the main button. */
  onCancel?: () => void;
  /** The label of the main button; undefined if the user may not use it. */
  action: string | undefined;
  /** Undefined: the main button submits the form around the foot. */
  onConfirm?: () => void;
  /** What the main button changes: its progress, and its error, if the foot shows it. */
  change?: { isPending: boolean; error?: unknown };
  /** What failed, as the title of the error. */
  failed?: string;
  /** The main button has nothing to do. */
  disabled?: boolean;
  /** The main button ends something. */
  isGrave?: boolean;
  /** The button that gets the focus. */
  focus?: 'cancel' | 'action';
  /** Further buttons. */
  children?: ReactNode;
}

/** The end of a dialog: the error of its change, and its buttons. */
export function DialogFoot(props: Props) {
  const { cancel = texts.cancel, onCancel, action, onConfirm, change, failed = '', disabled, focus, children } = props;
  const isBusy = change?.isPending ?? false;
  const focused = useFocusInOpenDialog();
  const foot = useFocusFault(isBusy);
  const begin = (button: Props['focus']) => focus === button && { ref: focused, 'data-autofocus': true };
  return (
    <>
      {Boolean(change?.error) && <ErrorNotice error={change?.error} title={failed} />}
      <Group ref={foot} justify="flex-end">
        {onCancel && (
          <Button variant="default" disabled={isBusy} onClick={onCancel} {...begin('cancel')}>
            {cancel}
          </Button>
        )}
        {children}
        {action !== undefined && (
          <Button
            type={onConfirm ? 'button' : 'submit'}
            color={props.isGrave ? 'pennant.8' : undefined}
            loading={isBusy}
            disabled={disabled}
            onClick={onConfirm}
            {...begin('action')}
          >
            {action}
          </Button>
        )}
      </Group>
    </>
  );
}

/** A dialog that opens looks for the focus itself. One that is open already, and now shows something else, does not. */
function useFocusInOpenDialog() {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    const dialog = button.current?.closest('[role=dialog]');
    // The page has the focus where the button that the user pressed is gone.
    if (activeElement === document.body || dialog?.contains(activeElement)) button.current?.focus();
  }, []);
  return button;
}
