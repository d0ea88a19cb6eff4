import { useNavigate, useRouter } from '@tanstack/react-router';

/** Goes on to where somebody was headed before they were asked to sign in. */
export function useEnter(back: string | undefined): () => Promise<void> {
  const router = useRouter();
  const navigate = useNavigate();
  return async () => {
    if (back === undefined) await navigate({ to: '/' });
    else router.history.push(back);
  };
}
