import type { AuditVerification } from '@burgee/contracts/http';
import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { listNames } from '../../feedback/format.js';
import { texts } from './verified-texts.js';

const TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const timeOf = (instant: string) => TIME.format(new Date(instant));

function describe({ up_to, checkpoint, beginning, lost }: AuditVerification): string {
  return listNames([
    texts.verified(up_to.seq),
    ...(checkpoint ? [texts.heldTo(checkpoint.seq, timeOf(checkpoint.signed_at))] : []),
    ...(beginning ? [texts.dropped(beginning.seq, beginning.retention_months, timeOf(beginning.signed_at))] : []),
    ...lost.map((one) => texts.lost(one.checkpoint.seq, timeOf(one.created_at), one.signed_at !== null)),
  ]);
}

/** The last matching entry, or the first that does not match. */
export function VerifiedHistory({ verification }: { verification: AuditVerification }) {
  const { fault, up_to } = verification;
  if (!fault) return describe(verification);
  return (
    <Alert
      className="notice-danger"
      mb="md"
      role="alert"
      title={fault.kind === 'beginning_unsigned' ? texts.unsigned : texts.tampered}
      icon={<IconAlertTriangle aria-hidden />}
    >
      {fault.detail} {up_to.seq > 0 && texts.tamperedHint(up_to.seq)}
    </Alert>
  );
}
