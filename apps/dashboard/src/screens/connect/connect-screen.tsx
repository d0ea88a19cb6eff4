import { NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { hasConnected, useConnection } from '../../api/connections.js';
import { valueIn } from '../../api/flag-values.js';
import { useFlags } from '../../api/flags.js';
import { may, useProject } from '../../api/projects.js';
import { ButtonLink } from '../../shell/links.js';
import { Page } from '../../shell/page.js';
import { firstUnprotected } from '../../environment/first-unprotected.js';
import { NoEnvironment } from '../environments/no-environment.js';
import { SdksNow } from '../../usage/sdks-now.js';
import { ConnectionStatus } from './connection-status.js';
import { FirstFlag } from './first-flag.js';
import classes from './connect-screen.module.css';
import { FIRST_LANGUAGE, KeyAndSnippets } from './key-and-snippets.js';
import { isInPages, type Language } from './snippets/languages.js';
import { Step } from './step.js';
import { TryIt } from './try-it.js';
import { texts } from './texts.js';

const route = getRouteApi('/inside/projects/$projectId/connect');

/** From nothing to a live flag: create one, connect an app, switch it. */
export function ConnectScreen() {
  const { projectId } = route.useParams();
  const project = useProject(projectId);
  const flags = useFlags(projectId);
  const [environmentId, setEnvironmentId] = useState(() => firstUnprotected(project.environments)?.id ?? '');
  const [flagId, setFlagId] = useState<string>();
  const [language, setLanguage] = useState<Language>(FIRST_LANGUAGE);
  const environment = project.environments.find(({ id }) => id === environmentId) ?? project.environments[0];
  const { connection, error } = useConnection(projectId, environment?.id ?? '');
  const flag = flags.find(({ id }) => id === flagId) ?? flags.toSorted(newestFirst)[0];
  const connected = hasConnected(connection);
  const canEdit = may(project.role, 'editor');
  const page = {
    title: texts.title,
    lead: texts.lead,
    tab: texts.tab(project.name),
  };
  if (!environment)
    return (
      <Page {...page}>
        <NoEnvironment projectId={projectId} role={project.role} />
      </Page>
    );
  const isOn = valueIn(flag, environment.id)?.is_enabled ?? false;
  return (
    <Page {...page}>
      <Stack gap="md" maw="54rem">
        <Step number={1} title={flag ? texts.yourFlag(flag.key) : texts.firstFlag} state={flag ? 'done' : 'current'}>
          {flag ? (
            flags.length > 1 && (
              <NativeSelect
                aria-label={texts.flagInCode}
                data={flags.map(({ id, key }) => ({ value: id, label: key }))}
                value={flag.id}
                maw={320}
                onChange={(event) => setFlagId(event.currentTarget.value)}
              />
            )
          ) : (
            <FirstFlag projectId={projectId} canEdit={canEdit} />
          )}
        </Step>
        <Step number={2} title={texts.keyTitle} state={!flag ? 'waiting' : connected ? 'done' : 'current'}>
          {flag ? (
            <>
              <SegmentedControl
                className={classes.environments}
                aria-label={texts.environment}
                data={project.environments.map(({ id, name }) => ({ value: id, label: name }))}
                value={environment.id}
                onChange={setEnvironmentId}
              />
              <ConnectionStatus
                name={environment.name}
                isClosedToPages={isInPages(language) && environment.sdk_key !== undefined && environment.url === null}
                isOn={isOn}
                connection={connection}
                error={error}
              />
              {connected && <SdksNow projectId={project.id} environmentId={environment.id} />}
              <KeyAndSnippets environment={environment} flag={flag} role={project.role} onLanguage={setLanguage} />
            </>
          ) : (
            <Text size="sm" c="dimmed">
              {texts.keyLater}
            </Text>
          )}
        </Step>
        <Step number={3} title={texts.switchTitle} state={!flag || !connected ? 'waiting' : isOn ? 'done' : 'current'}>
          {flag && connected ? (
            <TryIt project={project} environment={environment} flag={flag} canEdit={canEdit} />
          ) : (
            <Text size="sm" c="dimmed">
              {texts.switchLater}
            </Text>
          )}
        </Step>
        <div>
          <ButtonLink to="/projects/$projectId/flags" params={{ projectId }} variant="default">
            {texts.allFlags}
          </ButtonLink>
        </div>
      </Stack>
    </Page>
  );
}

const newestFirst = (a: { created_at: string }, b: { created_at: string }) => (a.created_at < b.created_at ? 1 : -1);
