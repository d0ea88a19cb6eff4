import type { EnvironmentView } from '@burgee/contracts/http';
import { Button, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { asApiError } from '../../api/api-error.js';
import { useUpdateEnvironment } from '../../api/environments.js';
import { AnchorLink } from '../../shell/links.js';
import { lookUpOrigin } from '../environments/look-up-origin.js';
import classes from './connect-screen.module.css';

interface Props {
  environment: EnvironmentView;
  mayAllow: boolean;
}

/** Registers the address of a page. Browsers may call only from registered addresses; any other page would wait for ever. */
export function AllowPage({ environment, mayAllow }: Props) {
  const { name, url, project_id: projectId } = environment;
  if (url !== null)
    return (
      <Text size="sm" c="dimmed" className="any-text">
        Pages of <code>{url}</code> may call, and no others.{' '}
        <AnchorLink to="/projects/$projectId/environments" params={{ projectId }}>
          {mayAllow ? 'Change it, or check an address' : 'Check an address'}
        </AnchorLink>
      </Text>
    );
  if (mayAllow) return <AddressForm environment={environment} />;
  return (
    <Text size="sm" c="dimmed" className="any-text">
      {name} allows no page yet: browsers are refused. An admin of this project can register the address of yours.
    </Text>
  );
}

function AddressForm({ environment: { id, name, project_id: projectId } }: Pick<Props, 'environment'>) {
  const update = useUpdateEnvironment(projectId);
  const [address, setAddress] = useState('');
  const [fault, setFault] = useState<string>();
  const allow = (event: FormEvent) => {
    event.preventDefault();
    const result = lookUpOrigin(address, []);
    if (result.kind === 'refused')
      update.mutate({ id, url: result.origin }, { onError: (error) => setFault(asApiError(error).message) });
    else
      setFault(
        result.kind === 'no-origin'
          ? `Browsers do not say where a ${result.scheme} page is. Serve it over http, such as with npx serve.`
          : 'Paste it from the address bar of your page, such as http://localhost:3000.',
      );
  };
  return (
    <form noValidate onSubmit={allow} className={classes.allow}>
      <TextInput
        label="Address of your page"
        description={`Where it will run. Browsers may call ${name} only from there.`}
        placeholder="http://localhost:3000"
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
        Allow it
      </Button>
    </form>
  );
}
