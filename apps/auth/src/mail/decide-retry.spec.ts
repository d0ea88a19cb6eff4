import { describe, expect, it } from '@jest/globals';
import { decideRetry, type SmtpFailure } from './decide-retry.js';

const REFUSED: SmtpFailure = { message: 'connect ECONNREFUSED', code: 'ECONNECTION' };
const decide = (attempts: number, ageSeconds: number, failure = REFUSED) =>
  decideRetry({ attempts, ageSeconds }, failure);

describe('a mail that was not sent', () => {
  it('is tried again after pauses that double up to 15 minutes', () => {
    expect([1, 2, 3, 7, 8, 50].map((attempts) => decide(attempts, 60))).toEqual([10, 20, 40, 640, 900, 900]);
  });

  it('fails for good after six hours', () => {
    expect(decide(30, 20_700)).toBe(900);
    expect(decide(30, 20_701)).toBe('give up');
  });

  it.each([
    ['the recipient', 'RCPT TO'],
    ['the text', 'DATA'],
  ])('fails for good at once when the server refuses %s for good', (_, command) => {
    expect(decide(1, 0, { message: '550', responseCode: 550, command })).toBe('give up');
    expect(decide(1, 0, { message: '450', responseCode: 450, command })).toBe(10);
  });

  it.each(['AUTH PLAIN', 'MAIL FROM', 'CONN'])('is tried again after %s was refused', (command) =>
    expect(decide(1, 0, { message: '535', responseCode: 535, command })).toBe(10),
  );
});
