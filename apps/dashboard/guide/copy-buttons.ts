const SHOWN_MILLISECONDS = 2_000;
const COPY = 'Copy';

async function copy(button: HTMLButtonElement, code: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(code);
    button.textContent = 'Copied';
  } catch {
    // Without TLS a browser has no clipboard.
    button.textContent = 'Select it to copy';
  }
  setTimeout(() => (button.textContent = COPY), SHOWN_MILLISECONDS);
}

/** Gives each block of code a button that copies it. */
export function addCopyButtons(): void {
  for (const block of document.querySelectorAll('figure.code')) {
    const code = block.querySelector('code')?.textContent ?? '';
    const button = Object.assign(document.createElement('button'), { type: 'button', textContent: COPY });
    button.setAttribute('aria-live', 'polite');
    button.addEventListener('click', () => void copy(button, code));
    block.append(button);
  }
}
