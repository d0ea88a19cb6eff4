import { overloaded } from '@burgee/contracts/wire';
import { addressNetworks, addressSite, currentRequestWaits, FairQueue, TurnQueue } from '@burgee/process-kit';
import { WAIT_AT_MOST_MS, whenPermitted } from '@burgee/service-kit';
import type { AuthenticatedRequest } from '@burgee/session';
import { Injectable } from '@nestjs/common';

/**
 * Of one project, fewer changes run at a time than the service has connections, as of one account, whose turn comes first: each
 * holds one, also while it waits for a lock. There is no budget of time: on a busy machine every change takes long, and a project
 * that makes few would wait as well.
 */
const TURNS = { atOnce: Infinity, atOnceOfOne: 3, perSecond: 1, burst: Infinity };
/** Of all. The other connections look up sessions and answer reads. */
const RUNNING = { atOnce: 6, waitingAtMost: 2_000, full: () => overloaded('Too many changes wait for their turn.') };

/** Of one organization's addresses: accounts there that wait for locks leave turns to others. */
const OF_SITE = { ...TURNS, atOnceOfOne: 4 };
const WAITING_OF_SITE_AT_MOST = 1_000;

const overdue = () => overloaded('The change waited for its turn, and was not begun.');

/** Of all tenants: one takes as long as hundreds of other changes, which go on beside it. */
const ONE_AT_A_TIME = { ...RUNNING, atOnce: 1 };

/** What the api-gateway waits for an import is longer. */
const IMPORT_WAITS_AT_MOST_MS = 30_000;

type Work<T> = () => Promise<T>;
/** Runs a change when it is its turn. */
export type InTurn = <T>(change: Work<T>) => Promise<T>;

/** Lets networks, accounts and projects take turns in changing something. */
@Injectable()
export class ChangeTurns {
  private readonly projects = new FairQueue(TURNS);
  private readonly sites = new FairQueue(OF_SITE);
  /** Last, so that nobody keeps a place while it waits for another turn. */
  private readonly running = new TurnQueue(RUNNING);
  private readonly runningMany = new TurnQueue(ONE_AT_A_TIME);
  private readonly importing = new TurnQueue(ONE_AT_A_TIME);

  one<T>(request: AuthenticatedRequest, work: Work<T>): Promise<T> {
    const projectId = request.user.membership?.projectId;
    const change = this.runInTime(request, work);
    const run = () => this.ofSite(request, change);
    return projectId ? this.projects.run(projectId, run) : run();
  }

  /** A change of many flags. What waits for others of all tenants takes no place that a switch of its project could have. */
  many<T>(request: AuthenticatedRequest, work: Work<T>): Promise<T> {
    return this.runningMany.run(pathOf(request), this.runInTime(request, work));
  }

  /**
   * All of an import: one document at a time is in memory. Until it has a change to make, it waits for other imports alone.
   * @param work gives its change to what it is called with
   */
  import<T>(request: AuthenticatedRequest, work: (inTurn: InTurn) => Promise<T>): Promise<T> {
    const path = pathOf(request);
    const inTurn: InTurn = (change) =>
      this.runningMany.run(path, this.runInTime(request, change, IMPORT_WAITS_AT_MOST_MS));
    return this.importing.run(
      path,
      inTime(request, () => work(inTurn)),
    );
  }

  private async ofSite<T>({ ip, user }: AuthenticatedRequest, work: Work<T>): Promise<T> {
    const site = addressSite(ip);
    if (this.sites.waitingOf(site) >= WAITING_OF_SITE_AT_MOST) throw RUNNING.full();
    return this.sites.run(site, work, [user.id]);
  }

  private runInTime<T>(request: AuthenticatedRequest, work: Work<T>, withinMs?: number): Work<T> {
    const begin = inTime(request, work, withinMs);
    return () => this.running.run(pathOf(request), begin);
  }
}

const pathOf = ({ ip, user }: AuthenticatedRequest) => [...addressNetworks(ip), user.id];

/** The work, if its caller may still ask for it by then, and has not been told of a failure. */
function inTime<T>(request: AuthenticatedRequest, work: Work<T>, withinMs = WAIT_AT_MOST_MS): Work<T> {
  const arrivedAt = performance.now() - (currentRequestWaits() ?? 0);
  return whenPermitted(request, async () => {
    if (performance.now() - arrivedAt > withinMs) throw overdue();
    return work();
  });
}
