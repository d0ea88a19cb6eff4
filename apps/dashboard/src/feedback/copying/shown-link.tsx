import { Alert, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopiedText } from './copied-text.js';

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
      <CopiedText value={address} label={label} what={label.toLowerCase()} />
      <Text size="sm" className="any-text" component="div">
        {children}
      </Text>
    </Alert>
  );
}
