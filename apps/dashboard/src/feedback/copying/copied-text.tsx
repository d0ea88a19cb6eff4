import classes from './copied-text.module.css';
import { CopyAction } from './copyable.js';

interface Props {
  value: string;
  /** "Reset link". */
  label: string;
  /** The same inside a sentence. */
  what?: string;
}

/** A text that is shown once, with a button to copy it. */
export function CopiedText({ value, label, what = label }: Props) {
  return (
    <div className={classes.link}>
      <code className={classes.text} aria-label={label}>
        {value}
      </code>
      <CopyAction value={value} what={what} />
    </div>
  );
}
