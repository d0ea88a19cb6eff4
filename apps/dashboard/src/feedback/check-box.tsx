import type { ComponentProps } from 'react';
import classes from './check-box.module.css';

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'ref'> {
  /** Partly selected. */
  isMixed?: boolean;
}

/** The box that selects rows and columns of a table. Its CSS draws it, so that it costs one element. */
export function CheckBox({ isMixed, className, ...props }: Props) {
  const mix = (box: HTMLInputElement | null) => {
    if (box) box.indeterminate = isMixed ?? false;
  };
  return (
    <input
      type="checkbox"
      ref={isMixed === undefined ? undefined : mix}
      className={className === undefined ? classes.box : `${classes.box} ${className}`}
      {...props}
    />
  );
}
