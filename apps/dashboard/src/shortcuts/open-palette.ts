let listener: () => void = () => undefined;

/** Registers the function that opens the palette. @returns a function that removes it */
export function onOpenPalette(open: () => void): () => void {
  listener = open;
  return () => {
    listener = () => undefined;
  };
}

export const openPalette = () => listener();
