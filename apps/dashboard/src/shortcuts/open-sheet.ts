let listener: () => void = () => undefined;

/** Registers the function that opens the list of keys and signs. @returns a function that removes it */
export function onOpenSheet(open: () => void): () => void {
  listener = open;
  return () => {
    listener = () => undefined;
  };
}

export const openSheet = () => listener();
