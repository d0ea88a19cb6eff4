import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { ErrorNotice } from '../errors/error-notice.js';
import { loadCode } from './load-code.js';
import { RowsSkeleton } from './page-skeleton.js';
import { texts } from '../texts.js';

/**
 * A part of a page whose code loads when it is first shown. If that fails, it says so in its place.
 * @param waiting what the page shows until the code has loaded
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: ReactNode = <RowsSkeleton rows={6} />,
) {
  return function LazyPart(props: P) {
    const [Part, setPart] = useState<ComponentType<P>>();
    const [error, setError] = useState<unknown>();
    const [attempt, setAttempt] = useState(0);
    useEffect(() => {
      let isShown = true;
      loadCode(load).then(
        (loaded) => isShown && setPart(() => loaded),
        (thrown: unknown) => isShown && setError(thrown),
      );
      return () => {
        isShown = false;
      };
    }, [attempt]);
    if (Part) return <Part {...props} />;
    if (error === undefined) return waiting;
    return <ErrorNotice error={error} title={texts.openFailed} onRetry={() => setAttempt(attempt + 1)} />;
  };
}
