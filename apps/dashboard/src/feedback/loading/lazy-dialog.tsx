import { type ComponentType, useEffect, useState } from 'react';
import { loadCode } from './load-code.js';
import { showFailure } from '../toasts/toasts.js';
import { texts } from '../texts.js';

interface Opened {
  opened: boolean;
  onClose: () => void;
}

/**
 * A dialog whose code loads when it is first opened. It stays mounted, so that it closes as usual and returns the focus.
 * If loading fails, it says so, and the page stays.
 */
export function lazyDialog<P extends Opened>(load: () => Promise<ComponentType<P>>) {
  return function WhenOpened(props: P) {
    const [Dialog, setDialog] = useState<ComponentType<P>>();
    // It is rendered closed first, so that it learns where the focus was.
    const [isThere, setThere] = useState(false);
    const { opened, onClose } = props;
    useEffect(() => {
      if (!opened || Dialog) return;
      loadCode(load).then(
        (loaded) => setDialog(() => loaded),
        (error: unknown) => {
          onClose();
          showFailure(texts.openFailed, error);
        },
      );
      // oxlint-disable-next-line react/exhaustive-deps -- once per opening, even if the parent passes new props
    }, [opened]);
    useEffect(() => setThere(Dialog !== undefined), [Dialog]);
    return Dialog && <Dialog {...props} opened={opened && isThere} />;
  };
}
