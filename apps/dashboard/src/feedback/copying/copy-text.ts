/** The old way to copy, which also works on pages that are neither on https nor on localhost. */
function copySelected(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.className = 'visually-hidden';
  field.value = text;
  // Inside an open dialog, because the dialog would take the focus back from outside.
  (document.querySelector('[role=dialog]') ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
}

/** @returns whether the text was copied */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}
