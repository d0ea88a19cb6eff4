import { describe, expect, it } from '@jest/globals';
import { Tickets } from './tickets.js';

const silent = { debug: () => undefined };

function newTickets(claim: (id: string) => Promise<boolean> = async () => true) {
  const clock = { now: 1_000_000 };
  return { clock, tickets: new Tickets('secret', { claim }, silent, () => clock.now) };
}

const expectRefusal = (work: () => unknown) =>
  expect(async () => work()).rejects.toMatchObject({ code: 'ticket_invalid' });

describe('stream tickets', () => {
  it('stand for the key they were issued for', () => {
    const { tickets } = newTickets();
    expect(tickets.read(tickets.issue('hash').ticket).k).toBe('hash');
  });

  it('are refused when altered or too old', async () => {
    const { tickets, clock } = newTickets();
    const { ticket } = tickets.issue('hash');
    await expectRefusal(() => tickets.read(`x${ticket}`));
    await expectRefusal(() => tickets.read('garbage'));
    clock.now += 30_001;
    await expectRefusal(() => tickets.read(ticket));
  });

  it('are refused when they end later than any ticket made now, but for clocks that differ by seconds', async () => {
    const { tickets, clock } = newTickets();
    const issuedAhead = (ms: number) => {
      clock.now += ms;
      const { ticket } = tickets.issue('hash');
      clock.now -= ms;
      return ticket;
    };
    expect(tickets.read(issuedAhead(5_000)).k).toBe('hash');
    await expectRefusal(() => tickets.read(issuedAhead(5_001)));
    await expectRefusal(() => tickets.read(issuedAhead(86_400_000)));
  });

  it('cannot be used again until they end, by a clock that is behind', async () => {
    const { tickets, clock } = newTickets();
    clock.now += 5_000;
    const { ticket } = tickets.issue('hash');
    clock.now -= 5_000;
    await tickets.use(tickets.read(ticket));
    clock.now += 34_000;
    await tickets.use(tickets.read(tickets.issue('another').ticket));
    await expectRefusal(async () => tickets.use(tickets.read(ticket)));
  });

  it('work once, as the store says or, without it, as this replica remembers', async () => {
    const elsewhere = newTickets(async () => false).tickets;
    await expectRefusal(() => elsewhere.use(elsewhere.read(elsewhere.issue('hash').ticket)));
    const { tickets } = newTickets(() => Promise.reject(new Error('gone')));
    const claims = tickets.read(tickets.issue('hash').ticket);
    await tickets.use(claims);
    await expectRefusal(() => tickets.use(claims));
  });

  it('are forgotten once they have expired, the others are not looked at', async () => {
    const { tickets, clock } = newTickets();
    const use = async () => {
      const claims = tickets.read(tickets.issue('hash').ticket);
      await tickets.use(claims);
      return claims;
    };
    const used = (tickets as unknown as { used: Map<string, number> }).used;
    for (let i = 0; i < 3; i++) await use();
    clock.now += 20_000;
    const later = await use();
    clock.now += 20_000;
    let visited = 0;
    const { entries } = { entries: used[Symbol.iterator].bind(used) };
    used[Symbol.iterator] = function* () {
      for (const entry of entries()) {
        visited++;
        yield entry;
      }
      return undefined;
    };
    await use();
    expect(used.size).toBe(2);
    expect(used.has(later.n)).toBe(true);
    expect(visited).toBe(4);
  });
});
