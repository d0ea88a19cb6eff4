let listener: () => void = () => undefined;

/** Sets what opens the list of keys and signs. @returns how to end that */
export function onOpenSheet(open: () => void): () => void {
  listener = open;
  return () => {
    listener = () => undefined;
  };
}

export const openSheet = () => listener();
