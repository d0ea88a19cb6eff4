import { useEffect, useState } from 'react';
import { askToUndoBy, type UndoQuestion as Question } from '../environment/undo-in.js';
import { whenOpened } from '../feedback/when-opened.js';

const UndoDialog = whenOpened(async () => (await import('./undo-dialog.js')).UndoDialog);

interface Asked extends Question {
  answer: (isConfirmed: boolean) => void;
}

/** Asks before something is undone in a protected environment, whichever part of the page has done it. */
export function UndoQuestion() {
  const [asked, setAsked] = useState<Asked>();
  useEffect(() => askToUndoBy((question) => new Promise((answer) => setAsked({ ...question, answer }))), []);
  const close = (isConfirmed = false) => {
    asked?.answer(isConfirmed);
    setAsked(undefined);
  };
  return <UndoDialog opened={asked !== undefined} asked={asked} onClose={close} />;
}
