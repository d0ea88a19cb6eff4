import {
  type ButtonHTMLAttributes,
  cloneElement,
  type ComponentType,
  type ReactElement,
  useEffect,
  useRef,
  useState,
} from 'react';
import classes from './lazy-panel.module.css';
import { loadCode } from './load-code.js';
import { texts } from '../texts.js';
import { showFailure } from '../toasts/toasts.js';

/** The props of a menu or other panel: whether it is open, and its button. */
export interface PanelProps {
  opened: boolean;
  onChange: (opened: boolean) => void;
  target: ReactElement;
}

/** A menu whose code loads when the user clicks its button, or is about to. */
export function lazyPanel<P extends PanelProps>(load: () => Promise<ComponentType<P>>) {
  type Own = Omit<P, keyof PanelProps> & { target: ReactElement<ButtonHTMLAttributes<Element>> };
  return function LazyPanel({ target, ...rest }: Own) {
    const place = useRef<HTMLSpanElement>(null);
    const [Panel, setPanel] = useState<ComponentType<P>>();
    const [opened, setOpened] = useState(false);
    useEffect(() => {
      if (!Panel) return;
      // The button was replaced, and the new one needs the focus when the panel closes.
      place.current?.querySelector('button')?.focus({ preventScroll: true });
      setOpened(true);
    }, [Panel]);
    const open = () =>
      void loadCode(load).then(
        (loaded) => setPanel(() => loaded),
        (error: unknown) => showFailure(texts.openFailed, error),
      );
    return (
      <span ref={place} className={classes.place}>
        {Panel ? (
          <Panel {...({ ...rest, target, opened, onChange: setOpened } as unknown as P)} />
        ) : (
          cloneElement(target, {
            'aria-haspopup': true,
            'aria-expanded': false,
            onClick: open,
            onPointerEnter: () => void load().catch(() => undefined),
          })
        )}
      </span>
    );
  };
}
