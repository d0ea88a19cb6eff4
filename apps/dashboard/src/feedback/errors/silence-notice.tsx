import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readAgain } from '../../api/query-client.js';
import { forgetSilence, useSilentParts } from '../../api/silent-parts.js';
import { texts } from '../../api/texts.js';
import classes from './silence-notice.module.css';

const AGAIN_AFTER_MILLISECONDS = 5_000;

/** Says over every page which parts of Burgee do not answer. It reads again until they do, and moves nothing. */
export function SilenceNotice() {
  const parts = useSilentParts();
  const queries = useQueryClient();
  const isShown = parts.length > 0;
  useEffect(() => {
    if (!isShown) return undefined;
    const timer = setInterval(() => {
      if (!readAgain(queries)) forgetSilence();
    }, AGAIN_AFTER_MILLISECONDS);
    return () => clearInterval(timer);
  }, [isShown, queries]);
  return (
    <div role="status" className={classes.place}>
      {isShown && (
        <p className={classes.notice}>
          <strong>{texts.noAnswerFrom(parts)}</strong> {texts.keepsTrying}
        </p>
      )}
    </div>
  );
}
