import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import classes from './history-screen.module.css';
import { texts } from './texts.js';

/** How far below the window the next page begins to load. */
const AHEAD = '800px';

interface Props {
  isLoading: boolean;
  label: string;
  onLoad: () => void;
}

/** The end of a list that has more: loads the next page when the user scrolls there. */
export function OlderEntries({ isLoading, label, onLoad }: Props) {
  const end = useRef<HTMLDivElement>(null);
  const load = useEffectEvent(onLoad);
  useEffect(() => {
    if (isLoading || !end.current) return undefined;
    const observer = new IntersectionObserver(([one]) => one?.isIntersecting && load(), { rootMargin: AHEAD });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isLoading]);
  return (
    <div ref={end} className={classes.more}>
      <Button variant="default" loading={isLoading} onClick={onLoad} aria-label={isLoading ? texts.loading : undefined}>
        {label}
      </Button>
    </div>
  );
}
