import { useEffect, useRef, useState } from 'react';
import { copyText } from './copy-text.js';

const COPIED_MILLISECONDS = 2_000;

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
