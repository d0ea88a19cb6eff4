import { Fragment, type ReactNode } from 'react';

const PLACE = /\{(\w+)\}/;

/** Fills the slots of a catalog text: "Joined {when}". User input is always a slot's value, never the text. */
export const fill = (text: string, parts: Readonly<Record<string, ReactNode>>): ReactNode =>
  text.split(PLACE).map((piece, index) => (index % 2 === 0 ? piece : <Fragment key={piece}>{parts[piece]}</Fragment>));
