import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Acts once for an address that ends with this hash, which it then removes: the palette opens dialogs of pages so. */
export function useHashAction(name: string, act: () => void): void {
  const { hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (hash !== name) return;
    act();
    void navigate({ to: '.', search: true, hash: '', replace: true });
    // oxlint-disable-next-line react/exhaustive-deps -- once for each address
  }, [hash]);
}
