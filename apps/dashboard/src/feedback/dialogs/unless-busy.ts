/** Closes a dialog, but not while its change is being saved, because it shows the result. */
export function unlessBusy(busy: boolean, close: () => void): () => void {
  return () => {
    if (!busy) close();
  };
}
