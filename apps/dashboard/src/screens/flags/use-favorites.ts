import { useCallback, useMemo } from 'react';
import { usePreferences, useUpdatePreferences } from '../../api/preferences.js';
import { showFailure } from '../../feedback/toasts/toasts.js';
import { texts } from './texts.js';

/** The user's favorite flags, and a function that adds or removes one. */
export function useFavorites(projectId: string) {
  const { favorite_ids } = usePreferences(projectId);
  const { mutate } = useUpdatePreferences(projectId);
  const favorites: ReadonlySet<string> = useMemo(() => new Set(favorite_ids), [favorite_ids]);
  const favorite = useCallback(
    (flagId: string) => {
      const others = favorite_ids.filter((id) => id !== flagId);
      mutate(
        { favorite_ids: others.length === favorite_ids.length ? [...others, flagId] : others },
        { onError: (error) => showFailure(texts.favoriteFailed, error) },
      );
    },
    [favorite_ids, mutate],
  );
  return { favorites, favorite };
}
