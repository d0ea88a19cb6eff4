import { ActionIcon } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { lazyPanel } from '../../feedback/lazy-panel.js';
import type { FlagSearch } from './flag-search.js';
import { texts as all } from './texts.js';

const ViewsPanel = lazyPanel(async () => (await import('./views-panel.js')).ViewsPanel);

interface Props {
  projectId: string;
  search: FlagSearch;
  onOpen: (search: FlagSearch) => void;
}

/** Opens, saves and deletes views: searches of the list under a name. */
export function ViewsMenu(props: Props) {
  const target = (
    <ActionIcon variant="default" size={36} aria-label={all.views.title} title={all.views.title}>
      <IconBookmark size={18} />
    </ActionIcon>
  );
  return <ViewsPanel target={target} {...props} />;
}
