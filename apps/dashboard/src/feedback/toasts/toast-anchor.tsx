import { Anchor } from '@mantine/core';
import type { MouseEvent } from 'react';

/** A link target. Toasts are outside of the router. */
export interface ToastLink {
  label: string;
  href: string;
  go: () => void;
}

/** Links from a toast to a page, in another tab with the browser's modifier key. */
export function ToastAnchor({ link: { label, href, go } }: { link: ToastLink }) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go();
  };
  return (
    <Anchor size="sm" href={href} onClick={follow}>
      {label}
    </Anchor>
  );
}
