import { deleteOwnAccount } from '../../api/account.js';
import { useKnownMe } from '../../api/session.js';
import { fill } from '../../feedback/fill.js';
import { useLeave } from '../../session/use-leave.js';
import { ConfirmWithProof } from '../entry/confirm-with-proof.js';
import { texts } from './texts.js';

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** Asks for the email, and leaves when the account is deleted. */
export function DeleteAccount({ opened, onClose }: Props) {
  const { email } = useKnownMe();
  const leave = useLeave();
  const deed = {
    title: texts.delete,
    does: texts.deleteWhy,
    action: texts.delete,
    cancel: texts.keep,
    failed: texts.deleteFailed,
    isGrave: true,
    typed: { word: email, label: fill(texts.typeEmail, { email: <strong>{email}</strong> }) },
    run: deleteOwnAccount,
  };
  return (
    <ConfirmWithProof opened={opened} deed={deed} onDone={() => void leave('/account-deleted')} onClose={onClose} />
  );
}
