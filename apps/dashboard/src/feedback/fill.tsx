import { Fragment, type ReactNode } from 'react';

const PLACE = /\{(\w+)\}/;

/** A text of a catalogue with parts in its places: "Joined {when}". What people have typed is a part, never text. */
export const fill = (text: string, parts: Readonly<Record<string, ReactNode>>): ReactNode =>
  text.split(PLACE).map((piece, index) => (index % 2 === 0 ? piece : <Fragment key={piece}>{parts[piece]}</Fragment>));
