import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { addRange, toggleAll, toggleOne } from './selection.js';

const NOTHING: ReadonlySet<string> = new Set();

/** The flags that are both selected and visible: a filter deselects the flags it hides. */
export function useSelection<Flag extends { id: string }>(shown: readonly Flag[]) {
  const [ids, setIds] = useState(NOTHING);
  const selected = useMemo(() => shown.filter(({ id }) => ids.has(id)), [shown, ids]);
  const anchor = useRef<string>(undefined);
  const rows = useRef(shown);
  useEffect(() => {
    rows.current = shown;
  }, [shown]);
  const select = useCallback((id: string, isRange: boolean) => {
    const from = anchor.current;
    anchor.current = id;
    setIds((before) =>
      isRange && from !== undefined ? addRange(before, rows.current, from, id) : toggleOne(before, id),
    );
  }, []);
  const selectAll = useCallback(() => setIds((before) => toggleAll(before, rows.current)), []);
  const clear = useCallback(() => setIds(NOTHING), []);
  return { ids, selected, select, selectAll, clear };
}
