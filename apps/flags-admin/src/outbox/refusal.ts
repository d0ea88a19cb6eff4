/** What audit answers when an entry can never be stored: the fact itself is at fault, not the moment. */
interface Refusal {
  status: 'refused';
  message: string;
}

export function isRefusal(error: unknown): error is Refusal {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === 'refused';
}
