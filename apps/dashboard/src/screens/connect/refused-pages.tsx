import type { EnvironmentView } from '@burgee/contracts/http';
import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useUpdateEnvironment } from '../../api/environments.js';
import { fill } from '../../feedback/fill.js';
import { lazyDialog } from '../../feedback/lazy-dialog.js';
import { showDone, showFailure } from '../../feedback/toasts.js';
import { isOfEveryApp } from '../environments/environment-changes.js';
import { withOrigin } from '../environments/environment-draft.js';
import { lookUpOrigin } from '../environments/look-up-origin.js';
import { texts as environmentTexts } from '../environments/texts.js';
import classes from './connect-screen.module.css';
import { texts } from './texts.js';

const ConfirmOrigin = lazyDialog(async () => (await import('../environments/confirm-origin.js')).ConfirmOrigin);

interface Props {
  environment: EnvironmentView;
  /** All of the project: an origin of any of them is allowed. */
  environments: readonly EnvironmentView[];
  /** Latest first. */
  refused: readonly string[];
}

/** Offers to register the origin of a page that was just refused. */
export function RefusedPage({ environment, environments, refused }: Props) {
  const { id, name, project_id: projectId, protected: guarded } = environment;
  const update = useUpdateEnvironment(projectId);
  const [asking, { open, close }] = useDisclosure();
  const origin = refused.find((one) => lookUpOrigin(one, environments).kind === 'refused');
  if (origin === undefined) return null;
  const allow = () =>
    update.mutate(
      { id, ...withOrigin(environment, origin) },
      {
        onSuccess: () => {
          close();
          showDone(texts.allowed(origin, name));
        },
        onError: (error) => showFailure(texts.notAllowed, error),
      },
    );
  return (
    <div role="status" className={classes.refused}>
      <Text size="sm" className="any-text">
        {fill(texts.refusedPage, { origin: <code>{origin}</code> })}
        {isOfEveryApp(origin) && ` ${environmentTexts.everyApp(origin)}`}
      </Text>
      <Button variant="default" onClick={guarded ? open : allow} loading={update.isPending}>
        {texts.allowOrigin(origin)}
      </Button>
      <ConfirmOrigin
        opened={asking}
        environment={environment}
        origin={origin}
        isPending={update.isPending}
        error={update.error}
        onConfirm={allow}
        onClose={close}
      />
    </div>
  );
}
