import type { EnvironmentView } from '@burgee/contracts/http';
import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useUpdateEnvironment } from '../../api/environments.js';
import { fill } from '../../feedback/fill.js';
import { lazyDialog } from '../../feedback/loading/lazy-dialog.js';
import { showDone, showFailure } from '../../feedback/toasts/toasts.js';
import { isOfEveryApp } from '../environments/environment-changes.js';
import { originsOf, withOrigin } from '../environments/environment-draft.js';
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

/** On this machine, so that no other network can have sent it. */
const LOCAL = /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:|$)/;

/** Offers to register the origins of pages that were just refused. */
export const RefusedPages = ({ refused, ...of }: Props) =>
  refused
    .filter((origin) => lookUpOrigin(origin, of.environments).kind === 'refused')
    .slice(0, 3)
    .map((origin) => <RefusedPage key={origin} origin={origin} environment={of.environment} />);

function RefusedPage({ environment, origin }: Pick<Props, 'environment'> & { origin: string }) {
  const { id, name, project_id: projectId, protected: guarded, approvals } = environment;
  const update = useUpdateEnvironment(projectId);
  const [asking, { open, close }] = useDisclosure();
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
        {approvals > 0 && originsOf(environment).length > 0 && ` ${texts.ownersAllow(name)}`}
        {isOfEveryApp(origin) && ` ${environmentTexts.everyApp(origin)}`}
      </Text>
      <Button variant="default" onClick={guarded || !LOCAL.test(origin) ? open : allow} loading={update.isPending}>
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
