import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { Hint } from '../../feedback/hint.js';
import { lazyPart } from '../../feedback/loading/lazy-part.js';
import { loadCode } from '../../feedback/loading/load-code.js';
import classes from './history-screen.module.css';
import { texts } from './texts.js';

const VerifiedHistory = lazyPart(async () => (await import('./verified-history.js')).VerifiedHistory, null);

/** Compares all entries with their hashes on request, and says up to which entry they match. */
export function VerifyHistory({ projectId }: { projectId: string }) {
  const [compared, setCompared] = useState(0);
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async () => {
      const { verifyAudit } = await loadCode(() => import('../../api/verify-audit.js'));
      return verifyAudit(projectId, setCompared);
    },
  });
  const verify = () => {
    setCompared(0);
    mutate();
  };
  return (
    <>
      <div className={classes.verify}>
        <Hint label={texts.verifyHint}>
          <Button variant="default" size="compact-sm" loading={isPending} onClick={verify}>
            {texts.verify}
          </Button>
        </Hint>
        <span role="status">
          {isPending ? texts.verifying(compared) : data && !data.fault && <VerifiedHistory verification={data} />}
        </span>
      </div>
      {data?.fault && <VerifiedHistory verification={data} />}
      {error && <ErrorNotice error={error} title={texts.verifyFailed} onRetry={verify} />}
    </>
  );
}
