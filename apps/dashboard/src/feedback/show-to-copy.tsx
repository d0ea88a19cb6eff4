import { Textarea } from '@mantine/core';
import { showOwn } from './own-toasts.js';

/** For where no way leads to the clipboard: the text itself, selected. */
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
