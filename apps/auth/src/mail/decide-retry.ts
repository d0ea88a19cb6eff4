/** What nodemailer says about a failed attempt. */
export interface SmtpFailure {
  message: string;
  code?: string | undefined;
  /** The server's reply, such as 550. */
  responseCode?: number | undefined;
  /** The command that it replied to. */
  command?: string | undefined;
}

const FIRST_PAUSE_SECONDS = 10;
const LONGEST_PAUSE_SECONDS = 900;
const GIVE_UP_AFTER_SECONDS = 6 * 3_600;

/** The server refuses this recipient or this text for good. A refused sender or password is a setting that can be put right. */
const isPermanent = ({ responseCode = 0, command = '' }: SmtpFailure) =>
  responseCode >= 500 && /^(RCPT TO|DATA)\b/.test(command);

/** After a failed attempt: in how many seconds to try again, or to give up. */
export function decideRetry(
  { attempts, ageSeconds }: { attempts: number; ageSeconds: number },
  failure: SmtpFailure,
): number | 'give up' {
  const pause = Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempts - 1), LONGEST_PAUSE_SECONDS);
  return isPermanent(failure) || ageSeconds + pause > GIVE_UP_AFTER_SECONDS ? 'give up' : pause;
}
