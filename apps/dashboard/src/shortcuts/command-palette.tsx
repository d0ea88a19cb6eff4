import '@mantine/spotlight/styles.layer.css';
import { createSpotlight, Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { IconFlag3, IconFolder, IconKeyboard, IconMoon, IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { flagsQuery } from '../api/flags.js';
import { projectsQuery } from '../api/projects.js';
import { PROJECT_PAGES } from '../shell/pages.js';
import { useColorScheme } from '../shell/use-color-scheme.js';
import { texts } from './texts.js';

const [store, palette] = createSpotlight();
const SHOWN_AT_MOST = 12;
const ICON = { size: 18, 'aria-hidden': true } as const;

interface Props {
  opened: boolean;
  onClose: () => void;
  onSheet: () => void;
}

/** Finds flags, pages and projects by name. */
export function CommandPalette({ opened, onClose, onSheet }: Props) {
  useEffect(() => (opened ? palette.open() : palette.close()), [opened]);
  const actions = useActions(opened, onSheet);
  return (
    <Spotlight
      store={store}
      actions={actions}
      shortcut={null}
      limit={SHOWN_AT_MOST}
      lockScroll={false}
      scrollable
      maxHeight="60vh"
      highlightQuery={false}
      nothingFound={texts.nothing}
      searchProps={{
        leftSection: <IconSearch {...ICON} />,
        placeholder: texts.hint,
        'aria-label': texts.hint,
      }}
      attributes={{ content: { 'aria-label': texts.label } }}
      onSpotlightClose={onClose}
    />
  );
}

function useActions(opened: boolean, onSheet: () => void): SpotlightActionData[] {
  const navigate = useNavigate();
  const { projectId } = useParams({ strict: false });
  const { data: projects } = useQuery({ ...projectsQuery, enabled: opened });
  const { data: flags } = useQuery({ ...flagsQuery(projectId ?? ''), enabled: opened && projectId !== undefined });
  const { toggleColorScheme } = useColorScheme();
  return useMemo(() => {
    const pages = projectId === undefined ? [] : PROJECT_PAGES;
    const actions: SpotlightActionData[] = [
      ...pages.map(({ to, label, icon: Icon }) => ({
        id: to,
        label,
        description: texts.page,
        leftSection: <Icon {...ICON} />,
        onClick: () => void navigate({ to, params: { projectId: projectId ?? '' } }),
      })),
      ...(flags ?? []).map(({ id, key, name }) => ({
        id,
        label: key,
        description: name === key ? texts.flag : name,
        leftSection: <IconFlag3 {...ICON} />,
        onClick: () =>
          void navigate({
            to: '/projects/$projectId/flags/$flagId',
            params: { projectId: projectId ?? '', flagId: id },
          }),
      })),
      ...(projects ?? []).map(({ id, name }) => ({
        id,
        label: name,
        description: texts.project,
        leftSection: <IconFolder {...ICON} />,
        onClick: () => void navigate({ to: '/projects/$projectId/flags', params: { projectId: id } }),
      })),
      {
        id: 'new-project',
        label: texts.newProject,
        leftSection: <IconPlus {...ICON} />,
        onClick: () => void navigate({ to: '/projects/new' }),
      },
      {
        id: 'dark',
        label: texts.scheme,
        leftSection: <IconMoon {...ICON} />,
        onClick: () => toggleColorScheme(),
      },
      { id: 'keys', label: texts.keys, leftSection: <IconKeyboard {...ICON} />, onClick: onSheet },
    ];
    return actions;
  }, [projectId, projects, flags, navigate, toggleColorScheme, onSheet]);
}
