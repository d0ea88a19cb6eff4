import type { EnvironmentView } from '@burgee/contracts/http';
import { Button, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { asApiError } from '../../api/api-error.js';
import { useUpdateEnvironment } from '../../api/environments.js';
import { AnchorLink } from '../../shell/links.js';
import { lazyDialog } from '../../feedback/loading/lazy-dialog.js';
import { originsOf } from '../environments/environment-draft.js';
import { lookUpOrigin } from '../environments/look-up-origin.js';
import classes from './connect-screen.module.css';
import { fill } from '../../feedback/fill.js';
import { texts } from './texts.js';

const ConfirmOrigin = lazyDialog(async () => (await import('../environments/confirm-origin.js')).ConfirmOrigin);

interface Props {
  environment: EnvironmentView;
  mayAllow: boolean;
}

/**
 * Registers the address of a page. Browsers may call only from registered addresses, so another page would wait for
 * ever.
 */
export function AllowPage({ environment, mayAllow }: Props) {
  const { name, project_id: projectId } = environment;
  const origins = originsOf(environment);
  if (origins.length > 0)
    return (
      <Text size="sm" c="dimmed" className="any-text">
        {fill(texts.pagesOf, { origin: <Origins origins={origins} /> })}{' '}
        <AnchorLink to="/projects/$projectId/environments" params={{ projectId }}>
          {mayAllow ? texts.changeOrigin : texts.checkOrigin}
        </AnchorLink>
      </Text>
    );
  if (mayAllow) return <AddressForm environment={environment} />;
  return (
    <Text size="sm" c="dimmed" className="any-text">
      {texts.noPages(name)}
    </Text>
  );
}

const Origins = ({ origins }: { origins: readonly string[] }) =>
  origins.map((origin, index) => (
    <span key={origin}>
      {index > 0 && ', '}
      <code>{origin}</code>
    </span>
  ));

function AddressForm({ environment }: Pick<Props, 'environment'>) {
  const { id, name, project_id: projectId, protected: guarded } = environment;
  const update = useUpdateEnvironment(projectId);
  const [address, setAddress] = useState('');
  const [fault, setFault] = useState<string>();
  const [asked, setAsked] = useState<string>();
  const send = (origin: string) =>
    update.mutate({ id, url: origin }, { onError: (error) => setFault(asApiError(error).message) });
  const allow = (event: FormEvent) => {
    event.preventDefault();
    const result = lookUpOrigin(address, []);
    if (result.kind === 'refused' && guarded) setAsked(result.origin);
    else if (result.kind === 'refused') send(result.origin);
    else setFault(result.kind === 'no-origin' ? texts.addressWithoutOrigin(result.scheme) : texts.addressWrong);
  };
  return (
    <form noValidate onSubmit={allow} className={classes.allow}>
      <TextInput
        label={texts.origin}
        description={texts.originHint(name)}
        placeholder={texts.originExample}
        inputMode="url"
        autoComplete="off"
        value={address}
        error={fault}
        // Below the field it would push the button away from it.
        inputWrapperOrder={['label', 'description', 'error', 'input']}
        onChange={(event) => {
          setAddress(event.currentTarget.value);
          setFault(undefined);
        }}
      />
      <Button type="submit" variant="default" loading={update.isPending}>
        {texts.allow}
      </Button>
      <ConfirmOrigin
        opened={asked !== undefined}
        environment={environment}
        origin={asked ?? ''}
        isPending={update.isPending}
        error={update.error}
        onConfirm={() => asked !== undefined && send(asked)}
        onClose={() => setAsked(undefined)}
      />
    </form>
  );
}
