import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { asApiError } from '../../api/api-error.js';
import { prove } from '../../api/administration.js';
import { ErrorNotice } from '../../feedback/error-notice.js';
import { fill } from '../../feedback/fill.js';
import { showDone } from '../../feedback/toasts.js';
import { unlessBusy } from '../../feedback/unless-busy.js';
import { useLast } from '../../feedback/use-last.js';
import { PasswordField } from '../entry/password-field.js';
import { ProveAtProvider } from '../../session/prove-at-provider.js';
import { texts } from './texts.js';

/** What an administrator may do, and what it does. */
export interface Deed {
  title: string;
  /** What it does, in a sentence. */
  does: string;
  /** The label of the button. */
  action: string;
  /** What was done, for the toast. */
  done: string;
  /** Cannot be undone, or locks someone out. */
  isGrave?: boolean;
  /** A text to type first. */
  word?: string;
  run: () => Promise<unknown>;
}

interface Props {
  deed: Deed | undefined;
  onClose: () => void;
}

/**
 * Asks before a deed, and stays open until its result is known. Where the service needs a fresh proof of who asks, it has
 * a field for the password, and repeats the deed with it.
 */
export function ConfirmDeed({ deed, onClose }: Props) {
  const shown = useLast(deed);
  const queries = useQueryClient();
  const [needsPassword, setNeedsPassword] = useState(false);
  const close = () => {
    setNeedsPassword(false);
    act.reset();
    onClose();
  };
  const act = useMutation({
    mutationFn: async ({ deed: { run }, password }: { deed: Deed; password: string | undefined }) => {
      if (password !== undefined) {
        await prove(password);
        setNeedsPassword(false);
      }
      await run();
    },
    onSuccess: (_answer, { deed: { done } }) => {
      close();
      showDone(done);
      // Also what the reader may do, and the list of their projects.
      void queries.invalidateQueries();
    },
    onError: (error) => {
      if (asApiError(error).code === 'fresh_proof_required') setNeedsPassword(true);
    },
  });
  return (
    <Modal opened={deed !== undefined} onClose={unlessBusy(act.isPending, close)} title={shown?.title}>
      {shown && (
        <Question
          deed={shown}
          needsPassword={needsPassword}
          pending={act.isPending}
          error={act.error}
          onConfirm={(password) => act.mutate({ deed: shown, password })}
          onCancel={close}
        />
      )}
    </Modal>
  );
}

interface QuestionProps {
  deed: Deed;
  needsPassword: boolean;
  pending: boolean;
  error: unknown;
  onConfirm: (password: string | undefined) => void;
  onCancel: () => void;
}

/** The button that sent the deed was disabled, and so lost the focus. */
const takeFocus = (field: HTMLInputElement | null) => field?.focus();

function Question({ deed, needsPassword, pending, error, onConfirm, onCancel }: QuestionProps) {
  const { does, action, isGrave, word } = deed;
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const isTyped = word === undefined || typed.trim() === word.trim();
  const failure = error ? asApiError(error) : undefined;
  const wrong = failure?.faultOf('password');
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isTyped && !pending) onConfirm(needsPassword ? password : undefined);
      }}
    >
      <Stack>
        {failure && !wrong && failure.code !== 'fresh_proof_required' && (
          <ErrorNotice error={error} title={texts.notDone} />
        )}
        <Text size="sm" className="any-text">
          {does}
        </Text>
        {word !== undefined && (
          <TextInput
            label={<span className="any-text">{fill(texts.type, { word: <strong>{word}</strong> })}</span>}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        {needsPassword && <ProveAtProvider />}
        {needsPassword && (
          <PasswordField
            ref={takeFocus}
            label={texts.password}
            description={texts.passwordWhy}
            autoComplete="current-password"
            error={wrong}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" disabled={pending} onClick={onCancel} data-autofocus={word === undefined}>
            {texts.cancel}
          </Button>
          <Button
            type="submit"
            color={isGrave ? 'pennant.8' : undefined}
            disabled={!isTyped || (needsPassword && password === '')}
            loading={pending}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
