import { useEffect, useState } from 'react';
import { askBy, type Question } from '../environment/confirm-in.js';
import { lazyDialog } from '../feedback/loading/lazy-dialog.js';

const ConfirmDialog = lazyDialog(async () => (await import('./confirm-dialog.js')).ConfirmDialog);

interface OpenQuestion extends Question {
  answer: (isConfirmed: boolean) => void;
}

/** Asks before any part of the page changes protected environments. */
export function ConfirmQuestion() {
  const [asked, setAsked] = useState<OpenQuestion>();
  useEffect(() => askBy((question) => new Promise((answer) => setAsked({ ...question, answer }))), []);
  const close = (isConfirmed = false) => {
    asked?.answer(isConfirmed);
    setAsked(undefined);
  };
  return <ConfirmDialog opened={asked !== undefined} asked={asked} onClose={close} />;
}
