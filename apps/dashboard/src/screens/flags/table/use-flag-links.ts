import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, type PointerEvent, useMemo, useRef } from 'react';

const MEANT_MILLISECONDS = 60;

const moves = () => !matchMedia('(prefers-reduced-motion: reduce)').matches;

const isOfRequests = (target: EventTarget) => (target as Element).closest('a[data-requests]') !== null;
const flagIn = (target: EventTarget) => (target as Element).closest<HTMLElement>('a[data-flag]')?.dataset.flag;

/**
 * Makes plain links to flags and requests behave like the router's links, for all rows at once: one router link per row
 * is most of the work of scrolling.
 */
export function useFlagLinks(projectId: string) {
  const router = useRouter();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  return useMemo(() => {
    const to = (flagId: string) =>
      ({ to: '/projects/$projectId/flags/$flagId', params: { projectId, flagId } }) as const;
    // The key animates to the title of the page.
    const open = (flagId: string) => {
      document
        .querySelector<HTMLElement>(`a[data-flag="${flagId}"]`)
        ?.style.setProperty('view-transition-name', 'opened');
      void router.navigate({ ...to(flagId), viewTransition: moves() });
    };
    return {
      open,
      handlers: {
        onClick: (event: MouseEvent) => {
          const flagId = flagIn(event.target);
          const toRequests = isOfRequests(event.target);
          const isOther = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
          if (isOther || (flagId === undefined && !toRequests)) return;
          event.preventDefault();
          if (flagId !== undefined) open(flagId);
          else void router.navigate({ to: '/projects/$projectId/requests', params: { projectId } });
        },
        onPointerOver: (event: PointerEvent) => {
          clearTimeout(timer.current);
          const flagId = flagIn(event.target);
          if (flagId !== undefined)
            timer.current = setTimeout(() => void router.preloadRoute(to(flagId)), MEANT_MILLISECONDS);
        },
      },
    };
  }, [router, projectId]);
}
