import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { asApiError } from '../../api/api-error.js';
import { prove, wantsProof } from '../../api/proof.js';
import { ProveAtProvider } from '../../session/prove-at-provider.js';
import { signInMethods } from '../../session/sign-in-methods.js';
import { PasswordField } from './password-field.js';
import { texts } from './texts.js';

/** The button that sent the act was disabled, and so lost the focus. */
const takeFocus = (field: HTMLInputElement | null) => field?.focus();

/**
 * An act for which the service may want the password again. Then there is a field for it, and the act is sent again with it. Where
 * passwords are off, there are only the providers.
 * @param isAsked whether the service wanted it before this was shown
 */
export function useWithProof<Input, Output>(act: (input: Input) => Promise<Output>, isAsked = false) {
  const [wanted, setWanted] = useState<boolean>();
  const [password, setPassword] = useState('');
  const isWanted = wanted ?? isAsked;
  /** Otherwise a provider confirms it, and leads back to a fresh page. */
  const { password: hasPassword } = signInMethods();
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: async (input: Input) => {
      if (isWanted) {
        await prove(password);
        setWanted(false);
        setPassword('');
      }
      return act(input);
    },
    onError: (failure) => {
      if (wantsProof(failure)) setWanted(true);
    },
  });
  const wrong = error ? asApiError(error).faultOf('password') : undefined;
  return {
    run: (input: Input, onDone: (output: Output) => void, onError?: (failure: unknown) => void) =>
      void mutateAsync(input).then(onDone, onError ?? (() => undefined)),
    isPending,
    /** What the field does not say itself. */
    error: error && !wrong && !wantsProof(error) ? error : null,
    isReady: !isWanted || password !== '',
    field: isWanted && (
      <>
        {!hasPassword && (
          <Text size="sm" role="status">
            {texts.ownWhy}
          </Text>
        )}
        <ProveAtProvider />
        {hasPassword && (
          <PasswordField
            ref={takeFocus}
            data-autofocus
            label={texts.own}
            description={texts.ownWhy}
            autoComplete="current-password"
            error={wrong}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        )}
      </>
    ),
    reset: () => {
      setWanted(undefined);
      setPassword('');
      reset();
    },
  };
}
