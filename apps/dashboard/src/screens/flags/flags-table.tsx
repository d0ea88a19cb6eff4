import type { FlagView, LatestChange, ProjectView } from '@burgee/contracts/http';
import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconShieldLock } from '@tabler/icons-react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { getRouteApi } from '@tanstack/react-router';
import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react';
import { may } from '../../api/projects.js';
import { EmptyState } from '../../feedback/empty-state.js';
import { LazyConfirmToggle } from '../../toggle/lazy-confirm-toggle.js';
import { useSwitch } from '../../toggle/use-switch.js';
import type { FlagSearch } from './flag-search.js';
import { FlagRow } from './flag-row.js';
import classes from './flags-table.module.css';

const route = getRouteApi('/inside/projects/$projectId/flags');
const ROW_PIXELS = 58;

interface Props {
  project: ProjectView;
  flags: readonly FlagView[];
  latest: Record<string, LatestChange>;
}

/** Renders only visible rows, however many flags exist. */
export function FlagsTable({ project, flags, latest }: Props) {
  const body = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop(body.current?.offsetTop ?? 0), []);
  // oxlint-disable-next-line react/incompatible-library -- true of the React Compiler, which is not in use
  const rows = useWindowVirtualizer({
    count: flags.length,
    estimateSize: () => ROW_PIXELS,
    overscan: 12,
    scrollMargin: top,
    getItemKey: (index) => flags[index]?.id ?? index,
  });
  const { flip, confirmation } = useSwitch(project);
  // Without rows there would be no grid.
  const columns = { '--environments': Math.max(1, project.environments.length) } as CSSProperties;
  if (flags.length === 0)
    return (
      <>
        <div className="panel">
          <EmptyState icon={<IconArrowUp />} title="No flag matches">
            Change or clear the search above.
          </EmptyState>
        </div>
        <LazyConfirmToggle {...confirmation} />
      </>
    );
  return (
    <>
      <div className={`panel ${classes.scroll}`}>
        <div role="table" aria-label="Flags" aria-rowcount={flags.length + 1} className={classes.table} style={columns}>
          <Header project={project} />
          <div role="rowgroup" ref={body} className={classes.body} style={{ height: rows.getTotalSize() }}>
            {rows.getVirtualItems().map(({ index, start, key }) => {
              const flag = flags[index];
              if (!flag) return null;
              return (
                <FlagRow
                  key={key}
                  ref={rows.measureElement}
                  index={index}
                  offset={start - top}
                  flag={flag}
                  project={project}
                  latest={latest[flag.id]}
                  canEdit={may(project.role, 'editor')}
                  onFlip={flip}
                />
              );
            })}
          </div>
        </div>
      </div>
      <LazyConfirmToggle {...confirmation} />
    </>
  );
}

function Header({ project }: { project: ProjectView }) {
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" aria-rowindex={1} className={classes.row}>
        <Sortable by="key">Flag</Sortable>
        {project.environments.map(({ id, name, icon, protected: guarded }) => (
          <span key={id} role="columnheader" className={classes.environment} title={name}>
            <span className={classes.clip}>
              {icon} {name}
            </span>
            {guarded && <IconShieldLock size={14} aria-label="protected" className={classes.shield} />}
          </span>
        ))}
        {project.environments.length === 0 && <span role="columnheader">No environment</span>}
        <Sortable by="changed">Last change</Sortable>
      </div>
    </div>
  );
}

function Sortable({ by, children }: { by: NonNullable<FlagSearch['sort']>; children: string }) {
  const { sort = 'key', desc } = route.useSearch();
  const navigate = route.useNavigate();
  const isOn = sort === by;
  const turn = () =>
    void navigate({
      search: (before) => ({ ...before, sort: by, desc: (isOn ? !desc : by === 'changed') ? true : undefined }),
      replace: true,
      resetScroll: false,
    });
  const Arrow = desc ? IconArrowDown : IconArrowUp;
  return (
    <span role="columnheader" aria-sort={isOn ? (desc ? 'descending' : 'ascending') : 'none'}>
      <UnstyledButton onClick={turn} className={classes.sort}>
        {children}
        {isOn && <Arrow size={14} aria-hidden />}
      </UnstyledButton>
    </span>
  );
}
