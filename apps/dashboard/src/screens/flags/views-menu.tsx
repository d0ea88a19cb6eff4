import { Button } from '@mantine/core';
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
    <Button variant="default" leftSection={<IconBookmark size={16} aria-hidden />}>
      {all.views.title}
    </Button>
  );
  return <ViewsPanel target={target} {...props} />;
}
