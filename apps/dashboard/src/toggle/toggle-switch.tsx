import type { ComponentProps } from 'react';
import classes from './toggle-switch.module.css';

interface Props extends Omit<ComponentProps<'button'>, 'onChange' | 'children'> {
  checked: boolean;
  /** Shows its state only; it can still be focused. */
  readOnly?: boolean;
  /** Shows these next to the thumb, where there is room. */
  words?: readonly [on: string, off: string];
  onChange: (checked: boolean) => void;
}

/** A switch of one element, because a table shows hundreds. */
export function ToggleSwitch({ checked, readOnly = false, words, onChange, ...rest }: Props) {
  return (
    <button
      {...rest}
      type="button"
      role="switch"
      aria-checked={checked}
      aria-disabled={readOnly || undefined}
      className={words ? `${classes.switch} ${classes.large}` : classes.switch}
      onClick={() => {
        if (!readOnly) onChange(!checked);
      }}
    >
      {words?.[checked ? 0 : 1]}
    </button>
  );
}
