import { Button } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { lazyPanel } from '../../../feedback/loading/lazy-panel.js';
import classes from '../filters/filter-bar.module.css';
import type { FlagSearch } from '../filters/flag-search.js';
import { texts as all } from '../texts.js';

const ViewsPanel = lazyPanel(async () => (await import('./views-panel.js')).ViewsPanel);

interface Props {
  projectId: string;
  search: FlagSearch;
  onOpen: (search: FlagSearch) => void;
}

/** Opens, saves and deletes views: named searches of the list. */
export function ViewsMenu(props: Props) {
  const target = (
    <Button variant="default" className={classes.tool} title={all.views.hint}>
      <IconBookmark size={18} aria-hidden />
      <span className={classes.word}>{all.views.title}</span>
    </Button>
  );
  return <ViewsPanel target={target} {...props} />;
}
