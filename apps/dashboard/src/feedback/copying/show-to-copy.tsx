import { Textarea } from '@mantine/core';
import { showOwn } from '../toasts/own-toasts.js';
import { texts } from '../texts.js';

/** Where the clipboard is unavailable: shows the text, selected. */
export function showToCopy(text: string): void {
  showOwn({
    color: 'navy',
    autoClose: false,
    title: texts.cannotCopy,
    message: (
      <Textarea
        label={texts.copyHere}
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
