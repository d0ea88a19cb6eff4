import { Tabs } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { RowsSkeleton } from '../../../feedback/loading/page-skeleton.js';
import classes from '../flag-screen.module.css';
import type { FlagTab } from '../flag-page-search.js';
import { texts } from '../texts.js';

const route = getRouteApi('/inside/projects/$projectId/flags/$flagId');
const TABS = Object.entries(texts.tabs) as [FlagTab, string][];

/** On a phone the tabs are wider than the window. */
const reveal = (tab: HTMLElement | null) => tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/** The parts of a flag's page. The address says which one is open. */
export function FlagTabs({ panels }: { panels: Record<FlagTab, ReactNode> }) {
  const { tab = 'environments' } = route.useSearch();
  const navigate = route.useNavigate();
  const open = (chosen: string | null) =>
    void navigate({
      search: { tab: chosen === 'environments' ? undefined : (chosen as Exclude<FlagTab, 'environments'>) },
      replace: true,
      resetScroll: false,
    });
  return (
    <Tabs value={tab} onChange={open} keepMounted={false}>
      <Tabs.List className={classes.tabs}>
        {TABS.map(([name, label]) => (
          <Tabs.Tab key={name} value={name} ref={name === tab ? reveal : undefined}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {TABS.map(([name]) => (
        <Tabs.Panel key={name} value={name} pt="md">
          <Suspense fallback={<RowsSkeleton rows={6} />}>{name === tab && panels[name]}</Suspense>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
