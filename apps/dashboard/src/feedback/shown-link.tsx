import { Alert, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyAction } from './copyable.js';
import classes from './shown-link.module.css';

interface Props {
  title: string;
  /** A path of this installation. */
  link: string;
  /** "Reset link". */
  label: string;
  /** How long it works, and for whom. */
  children: ReactNode;
}

/** The button that created the link was disabled, and so lost the focus. */
const takeFocus = (notice: HTMLElement | null) => notice?.focus();

/** A new link. The service cannot show it again, but can replace it. */
export function ShownLink({ title, link, label, children }: Props) {
  const address = new URL(link, window.location.origin).href;
  return (
    <Alert key={link} ref={takeFocus} tabIndex={-1} className="notice-done" mt="md" role="status">
      <Text fw={600} mb="xs" className="any-text">
        {title}
      </Text>
      <div className={classes.link}>
        <code className={classes.text} aria-label={label}>
          {address}
        </code>
        <CopyAction value={address} what={label.toLowerCase()} />
      </div>
      <Text size="sm" className="any-text" component="div">
        {children}
      </Text>
    </Alert>
  );
}
