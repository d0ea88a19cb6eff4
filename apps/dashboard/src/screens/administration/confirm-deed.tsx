import { useQueryClient } from '@tanstack/react-query';
import { showDone } from '../../feedback/toasts/toasts.js';
import { ConfirmWithProof, type Deed } from '../entry/confirm-with-proof.js';

/** What an administrator may do. */
export interface DoneDeed extends Deed {
  /** What was done, for the toast. */
  done: string;
}

interface Props {
  deed: DoneDeed | undefined;
  onClose: () => void;
}

/** Asks before a deed, and says that it was done. */
export function ConfirmDeed({ deed, onClose }: Props) {
  const queries = useQueryClient();
  const sayDone = ({ done }: DoneDeed) => {
    showDone(done);
    // Also what the reader may do, and the list of their projects.
    void queries.invalidateQueries();
  };
  return <ConfirmWithProof opened={deed !== undefined} deed={deed} onDone={sayDone} onClose={onClose} />;
}
