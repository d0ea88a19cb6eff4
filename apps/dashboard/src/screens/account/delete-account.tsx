import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useDeleteAccount, wantsProof } from '../../api/account.js';
import { asApiError } from '../../api/api-error.js';
import { useKnownMe } from '../../api/session.js';
import { ErrorNotice } from '../../feedback/error-notice.js';
import { fill } from '../../feedback/fill.js';
import { unlessBusy } from '../../feedback/unless-busy.js';
import { useLeave } from '../../session/use-leave.js';
import { PasswordField } from '../entry/password-field.js';
import { ProveAtProvider } from '../../session/prove-at-provider.js';
import { texts } from './texts.js';

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** The button was disabled while it waited, and so lost the focus. */
const takeFocus = (field: HTMLInputElement | null) => field?.focus();

/** Asks for the email, and for the password where the person signed in long ago. Stays open until its result is known. */
export function DeleteAccount({ opened, onClose }: Props) {
  const remove = useDeleteAccount();
  const [isProofWanted, setProofWanted] = useState(false);
  const leave = useLeave();
  const close = () => {
    remove.reset();
    setProofWanted(false);
    onClose();
  };
  const confirm = (password: string | undefined) =>
    void remove.mutateAsync(password).then(
      () => leave('/account-deleted'),
      (error: unknown) => setProofWanted((was) => was || wantsProof(error)),
    );
  return (
    <Modal opened={opened} onClose={unlessBusy(remove.isPending, close)} title={texts.delete}>
      <Question
        isProofWanted={isProofWanted}
        pending={remove.isPending}
        error={remove.error}
        onConfirm={confirm}
        onCancel={close}
      />
    </Modal>
  );
}

interface QuestionProps {
  isProofWanted: boolean;
  pending: boolean;
  error: unknown;
  onConfirm: (password: string | undefined) => void;
  onCancel: () => void;
}

function Question({ isProofWanted, pending, error, onConfirm, onCancel }: QuestionProps) {
  const { email } = useKnownMe();
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const wrongPassword = error ? asApiError(error).faultOf('password') : undefined;
  const isReady = typed.trim() === email.trim() && (!isProofWanted || password !== '');
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !pending) onConfirm(isProofWanted ? password : undefined);
      }}
    >
      <Stack>
        {Boolean(error) && !wrongPassword && !wantsProof(error) && (
          <ErrorNotice error={error} title={texts.deleteFailed} />
        )}
        <Text size="sm">{texts.deleteWhy}</Text>
        <TextInput
          label={<span className="any-text">{fill(texts.typeEmail, { email: <strong>{email}</strong> })}</span>}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {isProofWanted && <ProveAtProvider />}
        {isProofWanted && (
          <PasswordField
            ref={takeFocus}
            label={texts.current}
            description={texts.proofWhy}
            autoComplete="current-password"
            error={wrongPassword}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" disabled={pending} onClick={onCancel}>
            {texts.keep}
          </Button>
          <Button type="submit" color="pennant.8" disabled={!isReady} loading={pending}>
            {texts.delete}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
