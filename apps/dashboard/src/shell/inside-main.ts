import { createContext, useContext } from 'react';

/** Whether the rendered element is inside the `main` of the frame. */
export const InsideMain = createContext(false);

/** The element of a whole page: a page has one `main`. */
export const usePageElement = () => (useContext(InsideMain) ? 'div' : 'main');
