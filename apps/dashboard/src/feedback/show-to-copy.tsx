import { Textarea } from '@mantine/core';
import { showOwn } from './own-toasts.js';

/** Where the clipboard is unavailable: shows the text, selected. */
export function showToCopy(text: string): void {
  showOwn({
    color: 'navy',
    autoClose: false,
    title: 'Your browser does not let this page copy',
    message: (
      <Textarea
        label="Copy it from here"
        readOnly
        autoFocus
        rows={3}
        classNames={{ input: 'mono' }}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
    ),
  });
}
