/** Closes a dialog, but not while what it asked for is under way: whoever asked is told there how it ended. */
export function unlessBusy(busy: boolean, close: () => void): () => void {
  return () => {
    if (!busy) close();
  };
}
