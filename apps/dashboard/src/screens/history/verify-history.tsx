import type { AuditVerification } from '@burgee/contracts/http';
import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { verifyAudit } from '../../api/audit.js';
import { ErrorNotice } from '../../feedback/error-notice.js';
import { listNames } from '../../feedback/format.js';
import { Hint } from '../../feedback/hint.js';
import classes from './history-screen.module.css';
import { texts } from './texts.js';

const TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const timeOf = (instant: string) => TIME.format(new Date(instant));

function describe({ up_to, checkpoint, dropped, lost }: AuditVerification): string {
  return listNames([
    texts.verified(up_to.seq),
    ...(checkpoint ? [texts.heldTo(checkpoint.seq, timeOf(checkpoint.signed_at))] : []),
    ...(dropped > 0 ? [texts.dropped(dropped)] : []),
    ...lost.map((one) => texts.lost(one.checkpoint.seq, timeOf(one.created_at))),
  ]);
}

/** Compares all entries with their hashes when somebody asks for it, and says up to where they hold. */
export function VerifyHistory({ projectId }: { projectId: string }) {
  const [compared, setCompared] = useState(0);
  const { mutate, data, error, isPending } = useMutation({ mutationFn: () => verifyAudit(projectId, setCompared) });
  const verify = () => {
    setCompared(0);
    mutate();
  };
  return (
    <>
      <div className={classes.verify}>
        <Hint label={texts.verifyHint}>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconShieldCheck size={16} aria-hidden />}
            loading={isPending}
            onClick={verify}
          >
            {texts.verify}
          </Button>
        </Hint>
        <span role="status">{isPending ? texts.verifying(compared) : data && !data.fault && describe(data)}</span>
      </div>
      {data?.fault && (
        <Alert
          className="notice-danger"
          mb="md"
          role="alert"
          title={texts.tampered}
          icon={<IconAlertTriangle aria-hidden />}
        >
          {data.fault.detail} {texts.tamperedHint(data.up_to.seq)}
        </Alert>
      )}
      {error && <ErrorNotice error={error} title={texts.verifyFailed} onRetry={verify} />}
    </>
  );
}
