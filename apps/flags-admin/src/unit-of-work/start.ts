import { NIL } from 'uuid';

/** Less than every id, for loops over rows in the order of ids. */
export const START: string = NIL;
