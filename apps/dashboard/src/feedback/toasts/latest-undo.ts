const undos: { id: string; run: () => void }[] = [];

/** Remembers how to undo a change while its toast is shown. */
export function noteUndo(id: string, run: () => void): void {
  undos.push({ id, run });
}

export function forgetUndo(id: string): void {
  const at = undos.findIndex((undo) => undo.id === id);
  if (at >= 0) undos.splice(at, 1);
}

/** Undoes the latest change that can still be undone. @returns whether there was one */
export function undoLatest(): boolean {
  const latest = undos.at(-1);
  latest?.run();
  return latest !== undefined;
}
