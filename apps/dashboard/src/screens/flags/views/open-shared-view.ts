import type { QueryClient } from '@tanstack/react-query';
import { sharedViewsQuery } from '../../../api/shared-views.js';
import { showOutcome } from '../../../feedback/toasts/toasts.js';
import type { FlagSearch } from '../filters/flag-search.js';
import { fromQuery } from './saved-views.js';
import { texts } from './texts.js';

/** The search of a shared view, for its link; everything if it was deleted. */
export async function searchOfSharedView(queries: QueryClient, projectId: string, id: string): Promise<FlagSearch> {
  const views = await queries.fetchQuery({ ...sharedViewsQuery(projectId), staleTime: 0 });
  const view = views.find((one) => one.id === id);
  if (view) return fromQuery(view.search);
  showOutcome(texts.gone, texts.goneHint, false);
  return {};
}
