import { Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';

/** For where no way leads to the clipboard: the text itself, selected. */
export function showToCopy(text: string): void {
  notifications.show({
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
