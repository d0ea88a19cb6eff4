import { NIL } from 'uuid';

/** Comes before every id: what goes through rows in the order of their ids begins after it. */
export const START: string = NIL;
