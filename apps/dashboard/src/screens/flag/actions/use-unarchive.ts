import type { EnvironmentView, FlagView } from '@burgee/contracts/http';
import { useArchiveFlag } from '../../../api/flags.js';
import { showDone, showFailure } from '../../../feedback/toasts/toasts.js';
import { texts as all } from '../texts.js';

const texts = all.archiving;

/** Unarchives a flag, and says so. */
export function useUnarchive(
  { id, key }: Pick<FlagView, 'id' | 'key'>,
  environments: readonly EnvironmentView[],
): () => void {
  const { mutateAsync } = useArchiveFlag({ id });
  return () =>
    void mutateAsync({ archives: false }).then(
      () => showDone(texts.undone(key), '', ...environments),
      (error) => showFailure(texts.undoFailed(key), error),
    );
}
