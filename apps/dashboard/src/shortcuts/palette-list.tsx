import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { IconSearch } from '@tabler/icons-react';
import { fill } from '../feedback/fill.js';
import { findItems } from './find-items.js';
import classes from './command-palette.module.css';
import { PaletteIcon } from './palette-icon.js';
import type { PaletteItem } from './palette-item.js';
import { readRecent } from './recent-items.js';
import { texts } from './texts.js';

interface Props {
  items: readonly PaletteItem[];
  /** More items will come. */
  isLoading: boolean;
  /** Whether there are items of a project. */
  isInside: boolean;
  onChoose: (item: PaletteItem) => void;
}

/** A field and the matching items. The first is selected, even if it arrives later. */
export function PaletteList({ items, isLoading, isInside, onChoose }: Props) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [recent] = useState(readRecent);
  const [selected, setSelected] = useState(0);
  const isWanted = useRef(false);
  const found = findItems(items, typed, recent);
  const at = Math.min(selected, found.length - 1);
  const optionId = (index: number) => `${id}-${index}`;

  // The user pressed Enter before the item loaded.
  const first = found[0];
  const chooseLate = useEffectEvent(onChoose);
  useEffect(() => {
    if (first && isWanted.current) chooseLate(first);
  }, [first]);
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by) setSelected((at + by + found.length) % Math.max(1, found.length));
    else if (event.key === 'Enter') {
      const item = found[at];
      if (item) onChoose(item);
      else isWanted.current = isLoading;
    } else return;
    event.preventDefault();
  };
  return (
    <>
      <div className={classes.search}>
        <IconSearch size={18} aria-hidden />
        <input
          type="text"
          role="combobox"
          aria-label={texts.hint}
          aria-expanded
          aria-controls={id}
          aria-activedescendant={found[at] && optionId(at)}
          aria-autocomplete="list"
          placeholder={texts.hint}
          spellCheck={false}
          autoComplete="off"
          data-autofocus
          value={typed}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            isWanted.current = false;
            setSelected(0);
            setTyped(event.currentTarget.value);
          }}
        />
      </div>
      <div id={id} ref={list} role="listbox" aria-label={texts.results} className={classes.list}>
        {found.map((item, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the focus and the keys
          <div
            key={item.id}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            aria-disabled={item.whyNot !== undefined || undefined}
            className={classes.option}
            onPointerMove={() => setSelected(index)}
            onClick={() => onChoose(item)}
          >
            <PaletteIcon kind={item.kind} />
            <span className={classes.label}>{item.label}</span>
            {(item.whyNot ?? item.also) && <span className={classes.also}>{item.whyNot ?? item.also}</span>}
            <span className={classes.kind}>{texts.kinds[item.kind]}</span>
          </div>
        ))}
      </div>
      <p role="status" className={classes.none}>
        {found.length === 0 && (isLoading ? texts.loading : isInside ? texts.nothing : texts.nothingOutside)}
      </p>
      <p className={`keys-only ${classes.keys}`} aria-hidden>
        {fill(texts.keysHint, { move: <kbd>↑↓</kbd>, choose: <kbd>↵</kbd>, close: <kbd>esc</kbd> })}
      </p>
    </>
  );
}
