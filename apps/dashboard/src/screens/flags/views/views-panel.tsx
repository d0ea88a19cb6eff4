import { Popover, Text } from '@mantine/core';
import { cloneElement, type ReactElement, useRef } from 'react';
import { usePreferences, useUpdatePreferences } from '../../../api/preferences.js';
import { may, useProject } from '../../../api/projects.js';
import type { PanelProps } from '../../../feedback/loading/lazy-panel.js';
import { showFailure, showUndo } from '../../../feedback/toasts/toasts.js';
import type { FlagSearch } from '../filters/flag-search.js';
import { fromQuery, toQuery, withView } from './saved-views.js';
import { SaveView } from './save-view.js';
import { SharedViews } from './shared-views.js';
import { texts } from './texts.js';
import { ViewRow } from './view-row.js';
import classes from './views-panel.module.css';

interface Props {
  projectId: string;
  search: FlagSearch;
  onOpen: (search: FlagSearch) => void;
}

/** The views of this account, in every browser, and those of the project. */
export function ViewsPanel({ projectId, search, onOpen, opened, onChange, target }: Props & PanelProps) {
  const project = useProject(projectId);
  const { views } = usePreferences(projectId);
  const update = useUpdatePreferences(projectId);
  const field = useRef<HTMLInputElement>(null);
  const canShare = may(project.role, 'editor');
  const query = toQuery(search);
  const put = (next: typeof views) =>
    update.mutateAsync({ views: next }).then(
      () => true,
      (error: unknown) => showFailure(texts.failed, error),
    );
  const remove = (view: (typeof views)[number]) => {
    field.current?.focus();
    const others = views.filter(({ name }) => name !== view.name);
    void put(others).then((saved) => saved && showUndo(texts.removed(view.name), () => put(withView(others, view))));
  };
  const open = (saved: string) => {
    onOpen(fromQuery(saved));
    onChange(false);
  };
  return (
    <Popover position="bottom-end" width={340} trapFocus returnFocus opened={opened} onChange={onChange}>
      <Popover.Target>
        {cloneElement(target as ReactElement<{ onClick: () => void }>, { onClick: () => onChange(!opened) })}
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.title} className={classes.panel}>
        <SharedViews
          project={project}
          query={query}
          canEdit={canShare}
          onOpen={open}
          onDeleted={() => field.current?.focus()}
        />
        <section aria-labelledby="views-of-me">
          <Text id="views-of-me" size="xs" fw={600} c="dimmed">
            {texts.onlyMe}
          </Text>
          {views.length === 0 && (
            <Text size="sm" c="dimmed">
              {texts.none}
            </Text>
          )}
          <ul className={classes.list}>
            {views.map((view) => (
              <ViewRow
                key={view.name}
                name={view.name}
                isCurrent={view.search === query}
                onOpen={() => open(view.search)}
                onDelete={() => remove(view)}
              />
            ))}
          </ul>
        </section>
        <SaveView
          project={project}
          query={query}
          canShare={canShare}
          field={field}
          onSaveOwn={(name) => void put(withView(views, { name, search: query }))}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
