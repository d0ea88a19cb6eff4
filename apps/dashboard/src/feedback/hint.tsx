import { cloneElement, type HTMLAttributes, type ReactElement, type SyntheticEvent, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import classes from './hint.module.css';

const GAP = 6;
/** The height of two lines and the gap. */
const ROOM = 64;
const EDGE = 8;

interface HintPosition {
  left: number;
  top: number;
  below: boolean;
}

/** Where a hint fits next to an element: above it, or below where the window ends. */
function placeOf(element: Element): HintPosition {
  const { left, width, top, bottom } = element.getBoundingClientRect();
  const below = top < ROOM;
  return { left: left + width / 2, top: below ? bottom + GAP : top - GAP, below };
}

/** Moves a hint that the window's edge would cut off. */
function keepInside(hint: HTMLElement | null): void {
  if (!hint) return;
  const { left, right } = hint.getBoundingClientRect();
  const over = Math.max(EDGE - left, Math.min(0, document.documentElement.clientWidth - EDGE - right));
  if (over !== 0) hint.style.marginLeft = `${over}px`;
}

/** A short text about an element, on hover and focus. The library's tooltip would outweigh the rest of most pages. */
export function Hint({ label, children }: { label: string; children: ReactElement<HTMLAttributes<Element>> }) {
  const id = useId();
  const [place, setPlace] = useState<HintPosition>();
  const show = ({ currentTarget }: SyntheticEvent) => setPlace(placeOf(currentTarget));
  const hide = () => setPlace(undefined);
  return (
    <>
      {cloneElement(children, {
        onPointerEnter: show,
        onPointerLeave: hide,
        onFocus: show,
        onBlur: hide,
        onKeyDown: ({ key }) => key === 'Escape' && hide(),
        'aria-describedby': place && id,
      })}
      {place &&
        createPortal(
          <span
            ref={keepInside}
            role="tooltip"
            id={id}
            className={classes.hint}
            data-below={place.below || undefined}
            style={{ left: place.left, top: place.top }}
          >
            {label}
          </span>,
          document.body,
        )}
    </>
  );
}
