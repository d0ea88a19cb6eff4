import { useEffect, useRef, useState } from 'react';

const COPIED_MILLISECONDS = 2_000;

/** The old way to copy, which also works on pages that are neither on https nor on localhost. */
function copySelected(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.className = 'visually-hidden';
  field.value = text;
  // Inside an open dialog, because the dialog would take the focus back from outside.
  (document.querySelector('[role=dialog]') ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** Copies a text. `copied` is true for two seconds afterwards. Without a clipboard it shows the text to copy by hand. */
export function useCopy(text: string): { copied: boolean; copy: () => void } {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = () =>
    void copyText(text).then((done) => {
      if (!done) return void import('./show-to-copy.js').then(({ showToCopy }) => showToCopy(text));
      setCopied(true);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setCopied(false), COPIED_MILLISECONDS);
    });
  return { copied, copy };
}
