import { ActionIcon, Button, Popover, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { cloneElement, type FormEvent, type ReactElement, useState } from 'react';
import { usePreferences, useUpdatePreferences } from '../../../api/preferences.js';
import type { PanelProps } from '../../../feedback/loading/lazy-panel.js';
import { showFailure } from '../../../feedback/toasts/toasts.js';
import classes from '../filters/filter-bar.module.css';
import type { FlagSearch } from '../filters/flag-search.js';
import { fromQuery, toQuery, withView } from './saved-views.js';
import { texts as all } from '../texts.js';

const texts = all.views;

interface Props {
  projectId: string;
  search: FlagSearch;
  onOpen: (search: FlagSearch) => void;
}

/** The views of this account, in every browser. */
export function ViewsPanel({ projectId, search, onOpen, opened, onChange, target }: Props & PanelProps) {
  const { views } = usePreferences(projectId);
  const update = useUpdatePreferences(projectId);
  const [name, setName] = useState('');
  const query = toQuery(search);
  const put = (next: typeof views) =>
    update.mutate({ views: next }, { onError: (error) => showFailure(texts.failed, error) });
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    put(withView(views, { name: name.trim(), search: query }));
    setName('');
  };
  return (
    <Popover position="bottom-end" width={320} trapFocus returnFocus opened={opened} onChange={onChange}>
      <Popover.Target>
        {cloneElement(target as ReactElement<{ onClick: () => void }>, { onClick: () => onChange(!opened) })}
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.title}>
        {views.length === 0 && (
          <Text size="sm" c="dimmed" mb="xs">
            {texts.none}
          </Text>
        )}
        <ul className={classes.list}>
          {views.map((view) => (
            <li key={view.name} className={classes.item}>
              <Button
                variant="subtle"
                size="compact-sm"
                justify="flex-start"
                className={classes.choice}
                aria-current={view.search === query || undefined}
                onClick={() => {
                  onOpen(fromQuery(view.search));
                  onChange(false);
                }}
              >
                {view.name}
              </Button>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={texts.remove(view.name)}
                onClick={() => put(views.filter((one) => one.name !== view.name))}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </li>
          ))}
        </ul>
        <form onSubmit={save} className={classes.save}>
          <TextInput
            label={texts.name}
            placeholder={texts.nameExample}
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" disabled={name.trim() === ''}>
            {texts.save}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
