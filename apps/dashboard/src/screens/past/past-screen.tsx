import type { EnvironmentView, ProjectView } from '@burgee/contracts/http';
import { Button, NativeSelect, Text, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { may, useProject } from '../../api/projects.js';
import { whyNotIn } from '../../environment/why-not.js';
import { dayOf, recentDays } from '../../feedback/time/recent-days.js';
import { useNow } from '../../feedback/time/use-now.js';
import { lazyDialog } from '../../feedback/loading/lazy-dialog.js';
import { BackLink } from '../../shell/back-link.js';
import { Page } from '../../shell/page.js';
import { NoEnvironment } from '../environments/no-environment.js';
import { ExplainPanel } from './explain-panel.js';
import { fromLocalTime, onDay, toLocalTime } from './local-time.js';
import { PastFlags } from './past-flags.js';
import type { PastSearch } from './past-search.js';
import classes from './past.module.css';
import { texts } from './texts.js';

const RestoreEnvironment = lazyDialog(async () => (await import('./restore-environment.js')).RestoreEnvironment);

const route = getRouteApi('/inside/projects/$projectId/as-it-was');

/** An environment's flags at an earlier time, their decisions, and the restore. */
export function PastScreen() {
  const { projectId } = route.useParams();
  const project = useProject(projectId);
  const { environment: chosen } = route.useSearch();
  const environment = project.environments.find(({ id }) => id === chosen) ?? project.environments[0];
  const back = (
    <BackLink to="/projects/$projectId/history" params={{ projectId }}>
      {texts.toHistory}
    </BackLink>
  );
  return (
    <Page title={texts.title} tab={texts.tab(project.name)} lead={texts.lead} back={back}>
      {environment ? (
        <Past key={environment.id} project={project} environment={environment} />
      ) : (
        <NoEnvironment projectId={projectId} role={project.role} />
      )}
    </Page>
  );
}

function Past({ project, environment }: { project: ProjectView; environment: EnvironmentView }) {
  const { at: given } = route.useSearch();
  const navigate = route.useNavigate();
  const [opened, setOpened] = useState(() => new Date().toISOString());
  /** How often the user chose a day by name: the field below shows the resulting time. */
  const [chosen, setChosen] = useState(0);
  const [isRestoring, setRestoring] = useState(false);
  const at = given ?? opened;
  const set = (change: PastSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false });
  const showNow = () => {
    setOpened(new Date().toISOString());
    set({ at: undefined });
  };
  const days = recentDays(new Date(useNow()));
  const day = dayOf(new Date(at));
  const showDay = (name: string) => {
    set({ at: onDay(at, name, new Date()) });
    setChosen(chosen + 1);
  };
  const isEditor = may(environment.role, 'editor');
  return (
    <>
      <div className={classes.choice}>
        <NativeSelect
          label={texts.environment}
          data={project.environments.map(({ id, name }) => ({ value: id, label: name }))}
          value={environment.id}
          onChange={(event) => set({ environment: event.currentTarget.value })}
        />
        <NativeSelect
          label={texts.day}
          data={[
            ...(days.some((one) => one.day === day) ? [] : [{ value: day, label: texts.earlier }]),
            ...days.map((one) => ({ value: one.day, label: one.label })),
          ]}
          value={day}
          onChange={(event) => showDay(event.currentTarget.value)}
        />
        <TextInput
          type="datetime-local"
          step={1}
          label={texts.time}
          defaultValue={toLocalTime(at)}
          key={given === undefined ? opened : chosen}
          onChange={(event) => {
            const time = fromLocalTime(event.currentTarget.value);
            if (time !== undefined) set({ at: time });
          }}
        />
        <Button variant="default" onClick={showNow}>
          {texts.now}
        </Button>
        {isEditor && (
          <Button variant="default" onClick={() => setRestoring(true)}>
            {texts.restore.open}
          </Button>
        )}
      </div>
      {!isEditor && (
        <Text size="sm" c="dimmed" mb="sm">
          {whyNotIn(project, environment)}
        </Text>
      )}
      <div className={classes.columns}>
        <PastFlags environmentId={environment.id} at={at} />
        {isEditor && <ExplainPanel environmentId={environment.id} at={at} />}
      </div>
      <RestoreEnvironment opened={isRestoring} environment={environment} at={at} onClose={() => setRestoring(false)} />
    </>
  );
}
