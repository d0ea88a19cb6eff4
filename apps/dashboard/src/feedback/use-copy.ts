import { useEffect, useRef, useState } from 'react';

const SAYS_SO_MILLISECONDS = 2_000;

/** The way of before there was a clipboard to ask: it works on pages that are neither on https nor on localhost, too. */
function copySelected(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.className = 'visually-hidden';
  field.value = text;
  // Within an open dialog, which would take the focus back from anything outside.
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

/** Copies a text. `copied` for two seconds after it went well; when no way leads to the clipboard, the text is shown to be copied by hand. */
export function useCopy(text: string): { copied: boolean; copy: () => void } {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = () =>
    void copyText(text).then((done) => {
      if (!done) return void import('./show-to-copy.js').then(({ showToCopy }) => showToCopy(text));
      setCopied(true);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setCopied(false), SAYS_SO_MILLISECONDS);
    });
  return { copied, copy };
}
