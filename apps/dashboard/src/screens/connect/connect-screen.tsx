import { NativeSelect, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { hasConnected, useConnection } from '../../api/connections.js';
import { useFlags } from '../../api/flags.js';
import { may, useProject } from '../../api/projects.js';
import { valueIn } from '../../api/value-in.js';
import { lazyPart } from '../../feedback/loading/lazy-part.js';
import { ButtonLink } from '../../shell/links.js';
import { Page } from '../../shell/page.js';
import { firstUnprotected } from '../../environment/first-unprotected.js';
import { originsOf } from '../environments/environment-draft.js';
import { NoEnvironment } from '../environments/no-environment.js';
import { ConnectionStatus } from './connection-status.js';
import { FIRST_LANGUAGE, isInPages, type Language } from './snippets/languages.js';
import { Step } from './step.js';
import { texts } from './texts.js';
import { useDoneSteps } from './use-done-steps.js';

// A user either has a flag or creates or chooses one first, so each part loads on its own.
const FirstFlag = lazyPart(async () => (await import('./first-flag.js')).FirstFlag, null);
const ChooseFlag = lazyPart(async () => (await import('./choose-flag.js')).ChooseFlag, null);
const KeyAndSnippets = lazyPart(async () => (await import('./key-and-snippets.js')).KeyAndSnippets);
const SdksNow = lazyPart(async () => (await import('../../usage/sdks-now.js')).SdksNow, null);
const RefusedPages = lazyPart(async () => (await import('./refused-pages.js')).RefusedPages, null);
const TryIt = lazyPart(async () => (await import('./try-it.js')).TryIt, null);

const route = getRouteApi('/inside/projects/$projectId/connect');

/** Leads from nothing to a live flag: create one, connect an app, switch it. */
export function ConnectScreen() {
  const { projectId } = route.useParams();
  const project = useProject(projectId);
  const flags = useFlags(projectId);
  const [environmentId, setEnvironmentId] = useState(() => firstUnprotected(project.environments)?.id ?? '');
  const [flagId, setFlagId] = useState<string>();
  const [language, setLanguage] = useState<Language>(FIRST_LANGUAGE);
  const environment = project.environments.find(({ id }) => id === environmentId) ?? project.environments[0];
  const { connection, error } = useConnection(projectId, environment?.id ?? '');
  // With several flags the page does not guess. A single flag stays chosen when others are created.
  const flag = flags.find(({ id }) => id === flagId) ?? (flags.length === 1 ? flags[0] : undefined);
  if (flag && flag.id !== flagId) setFlagId(flag.id);
  const wasDone = useDoneSteps();
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
  const isConnected = wasDone(`connect ${environment.id}`, connected);
  const isSwitched = wasDone(`switch ${flag?.id} ${environment.id}`, isConnected && isOn);
  return (
    <Page {...page}>
      <Stack gap="md" maw="var(--measure)">
        <Step
          number={1}
          title={flag ? texts.yourFlag(flag.key) : flags.length > 0 ? texts.chooseFlag : texts.firstFlag}
          state={flag ? 'done' : 'current'}
        >
          {flags.length === 0 && <FirstFlag projectId={projectId} canEdit={canEdit} />}
          {flags.length > 1 && <ChooseFlag flags={flags} flag={flag} onFlag={setFlagId} />}
        </Step>
        <Step number={2} title={texts.keyTitle} state={!flag ? 'waiting' : isConnected ? 'done' : 'current'}>
          {flag ? (
            <>
              <NativeSelect
                label={texts.environment}
                data={project.environments.map(({ id, name }) => ({ value: id, label: name }))}
                value={environment.id}
                w="100%"
                maw={320}
                onChange={(event) => setEnvironmentId(event.currentTarget.value)}
              />
              <ConnectionStatus
                name={environment.name}
                isClosedToPages={
                  isInPages(language) && environment.sdk_key !== undefined && originsOf(environment).length === 0
                }
                isOn={isOn}
                connection={connection}
                error={error}
              />
              {connection?.refused_origins && (
                <RefusedPages
                  environment={environment}
                  environments={project.environments}
                  refused={connection.refused_origins}
                />
              )}
              {connected && <SdksNow projectId={project.id} environmentId={environment.id} />}
              <KeyAndSnippets environment={environment} flag={flag} role={project.role} onLanguage={setLanguage} />
            </>
          ) : (
            <Text size="sm" c="dimmed">
              {texts.keyLater}
            </Text>
          )}
        </Step>
        <Step
          number={3}
          title={texts.switchTitle}
          state={!flag || !isConnected ? 'waiting' : isSwitched ? 'done' : 'current'}
        >
          {flag && isConnected ? (
            <TryIt project={project} environment={environment} flag={flag} />
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
