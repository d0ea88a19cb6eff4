let listener: () => void = () => undefined;

/** Sets what opens the palette. @returns how to end that */
export function onOpenPalette(open: () => void): () => void {
  listener = open;
  return () => {
    listener = () => undefined;
  };
}

export const openPalette = () => listener();
