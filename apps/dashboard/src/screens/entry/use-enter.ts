import { useNavigate, useRouter } from '@tanstack/react-router';

/** Continues to the page that the user wanted before signing in. */
export function useEnter(back: string | undefined): () => Promise<void> {
  const router = useRouter();
  const navigate = useNavigate();
  return async () => {
    if (back === undefined) await navigate({ to: '/' });
    else router.history.push(back);
  };
}
