import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowsDiff, IconArrowsSort, IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { may, useProject } from '../../api/projects.js';
import { lazyDialog } from '../../feedback/loading/lazy-dialog.js';
import { ButtonLink } from '../../shell/links.js';
import { Page } from '../../shell/page.js';
import { EnvironmentCard } from './environment-card.js';
import { NoEnvironment } from './no-environment.js';
import { OriginCheck } from './origin-check.js';
import classes from './environments-screen.module.css';
import { texts } from './texts.js';

const EnvironmentDialog = lazyDialog(async () => (await import('./environment-dialog.js')).EnvironmentDialog);
const OrderDialog = lazyDialog(async () => (await import('./order-dialog.js')).OrderDialog);
const route = getRouteApi('/inside/projects/$projectId/environments');

/** The environments of a project: keys, registered pages, open streams, and applications. */
export function EnvironmentsScreen() {
  const { projectId } = route.useParams();
  const { name, role, environments } = useProject(projectId);
  const [creating, { open, close }] = useDisclosure(false);
  const [ordering, order] = useDisclosure(false);
  const mayChange = may(role, 'admin');
  const create = mayChange && (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={open}>
      {texts.create}
    </Button>
  );
  const actions = (
    <>
      {environments.length > 1 && (
        <ButtonLink
          to="/projects/$projectId/compare"
          params={{ projectId }}
          variant="default"
          leftSection={<IconArrowsDiff size={16} aria-hidden />}
        >
          {texts.compare}
        </ButtonLink>
      )}
      {mayChange && environments.length > 1 && (
        <Button variant="default" leftSection={<IconArrowsSort size={16} aria-hidden />} onClick={order.open}>
          {texts.order}
        </Button>
      )}
      {create}
    </>
  );
  return (
    <Page title={texts.title} tab={texts.tab(name)} lead={texts.lead} actions={environments.length > 0 && actions}>
      {environments.length === 0 ? (
        <NoEnvironment projectId={projectId} role={role} create={create} />
      ) : (
        <>
          <ul className={classes.cards}>
            {environments.map((environment) => (
              <EnvironmentCard key={environment.id} environment={environment} role={role} />
            ))}
          </ul>
          <OriginCheck projectId={projectId} environments={environments} mayRegister={mayChange} />
        </>
      )}
      <EnvironmentDialog opened={creating} projectId={projectId} sources={environments} onClose={close} />
      <OrderDialog opened={ordering} projectId={projectId} environments={environments} onClose={order.close} />
    </Page>
  );
}
