import { Outlet } from '@tanstack/react-router';
import { useKnownMe } from '../../api/session.js';
import { NotFoundPage } from '../../feedback/errors/not-found-page.js';

/** For administrators; others get "not found". */
export const AdministratorsOnly = () => (useKnownMe().is_administrator ? <Outlet /> : <NotFoundPage />);
