interface Output {
  write: (text: string) => unknown;
  isTTY?: boolean;
}

/** Smaller documents are sent at once. */
const WORTH_BYTES = 1_000_000;
/** Percent between lines where no line can be rewritten. */
const STEP = 25;

/** Says how much of a document is sent: in one line at a terminal, else in a line for each quarter. */
export function showProgress(output: Output): (bytes: number, of: number) => void {
  let shown = 0;
  return (bytes, of) => {
    const percent = Math.floor((100 * bytes) / of);
    const step = output.isTTY ? percent : percent - (percent % STEP);
    if (of < WORTH_BYTES || step === shown) return;
    shown = step;
    const text = `Sent ${step} % of ${(of / 1_000_000).toFixed(1)} MB.`;
    output.write(output.isTTY && step < 100 ? `\r${text}` : `${output.isTTY ? '\r' : ''}${text}\n`);
  };
}
