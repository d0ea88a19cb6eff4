/** A term of docs/glossary.md, and the words that it replaces. */
export interface Term {
  /** What to write instead. */
  say: string;
  /** Names that are no English words, separated by blanks: banned everywhere, in these letters. */
  identifiers?: string;
  /** Names that are also ordinary words: banned where a class, type, function or constant is declared. */
  declarations?: string;
  /** Names of files, and of folders with a slash at the end. */
  files?: string;
  /** Log messages and names of metrics, letter by letter. */
  texts?: string[];
  /** Prose, in any case of letters, also across a line break; a regular expression may stand for a word. */
  phrases?: string[];
}

export const RETIRED: Term[] = [
  {
    say: 'SharedFlagSetCache (in Redis), FlagSetCache (in memory), cache',
    identifiers: 'FlagShelf ShelfUpdate SHELF_KEYS readShelf BodyMemory',
    declarations: 'Shelf',
    files: 'shelf.ts flag-shelf.ts body-memory.ts shelf/',
    texts: ['what lay on the shelf', 'the shelf did not answer'],
    phrases: ['(?<!-the-)shelf', 'shelves', 'ready answers?', 'ready bod(?:y|ies)', 'ready-made bod(?:y|ies)'],
  },
  {
    say: 'latest pointer, advance',
    identifiers: 'RAISE_HEAD raiseHead',
    phrases: ['rais(?:e|es|ing) the head', 'raised the head', 'the head and body', 'head and body of'],
  },
  {
    say: 'change notification, notify; subscribe, receive, publish',
    identifiers: 'Doorbells HeardChange',
    files: 'doorbells.ts doorbell/',
    texts: ['nats did not take the doorbells'],
    phrases: [
      'doorbells?',
      '(?:the|a|its|each|every|rings?) bells?',
      'bells that',
      'hears? of',
      'heard of',
      'leaves? word',
      '(?:is|has|have|no) news',
    ],
  },
  {
    say: 'authenticate, Access; an export of a package',
    identifiers: 'Admitted DOORS',
    declarations: 'Door Admission',
    files: 'admission/admission.ts doors.ts',
    phrases: ['the door says', '(?:at|through|behind|past|same|its|one) doors?', 'the doors?'],
  },
  {
    say: 'KeyLookup, PendingLookup, lookUp; result',
    identifiers: 'Verdict AuthorityAnswer',
    declarations: 'judge verdict',
    files: 'verdict.ts judge.ts',
    phrases: ['verdicts?'],
  },
  {
    say: 'primary check (PrimaryCheck)',
    identifiers: 'AuthorityCheck AuthorityRow',
    declarations: 'Authority',
    files: 'authority.ts authority-check.ts authority/ once-for.ts',
    phrases: ['authority checks?', 'authority'],
  },
  {
    say: 'Position {epoch, revision}; FlagSetVersion with an environment',
    identifiers: 'RevisionName StreamPlace StreamPlaceTaken Standpoint formatPlace parsePlace',
    files: 'standpoint.ts',
    phrases: ['standpoints?'],
  },
  {
    say: 'OutboxMessage, outbox message',
    identifiers: 'StoredFact AuditFact storeFacts',
    declarations: 'Fact',
    files: 'facts.ts store-facts.ts',
    texts: ['oldest_audit_fact_seconds', 'set_aside_facts'],
    phrases: ['audit facts?', 'stor(?:e|es|ed|ing) (?:the )?facts?', 'the facts? of (?:the|a) change', 'no fact is'],
  },
  {
    say: 'topic (change, audit)',
    identifiers: 'LaneSteps',
    files: 'outbox/run-lane.ts outbox/run-lane.spec.ts',
    phrases: ['the lane rests', 'two lanes'],
  },
  {
    say: 'LeaderLock, acquire, leader',
    texts: ['this replica leads the outbox', 'outbox_leading'],
    phrases: ['tak(?:e|es|ing) the lead', 'holds? the lead', 'lost the lead'],
  },
  {
    say: 'dead-letter',
    texts: ['was set aside'],
    phrases: ['sets? aside', 'set-aside', 'setting aside', 'sets? (?:it|them|the row) aside'],
  },
  { say: 'acknowledgements, acknowledge', declarations: 'Confirmations', files: 'confirmations.ts' },
  {
    say: 'reconcile (readers), poll (outbox)',
    texts: ['the sweep did not reach postgres', 'left to the sweeps'],
    phrases: ['sweeps?', 'sweeping', 'swept'],
  },
  {
    say: 'FallbackStore, last known good answer',
    identifiers: 'KnownGoodAnswers KnownGood KnownLabel LastNews StaleAnswer StaleKeeper LastKnownGoodFiles',
    declarations: 'Knowledge Keeper Witness',
    files: 'keeper.ts known-good.ts last-known-good.ts last-news.ts witness.ts',
    texts: ['what was last known is served', 'what is outlived stays'],
    phrases: ['what was last known', 'witness(?:es)?', 'keepers?', 'outlived', 'without a past'],
  },
  {
    say: 'EnvironmentChannel, StreamRegistry; module, boundary, layer',
    identifiers: 'RoomSource',
    declarations: 'Hub Room',
    files: 'hub.ts room.ts',
    phrases: ['(?:the|a|its|each|every|wakes?|of) rooms?(?! (?:for|to)\\b)', 'rooms'],
  },
  { say: 'Heartbeats, heartbeat', declarations: 'Pulse', files: 'pulse.ts' },
  {
    say: 'StreamAdmission, openStream, Resume, initialEvents; admit',
    identifiers: 'firstWords',
    declarations: 'Turns Opener Opening Beginning',
    files: 'turns.ts opener.ts',
    phrases: ['first words', 'last words', 'lets? in', 'let through', 'take turns at the door'],
  },
  { say: 'disconnect', phrases: ['lets? go', 'who does not read', 'hangs? up'] },
  {
    say: 'metrics, …Metrics',
    identifiers: 'Vitals vitalsOf',
    files: 'vitals.ts process-vitals.ts',
    phrases: ['vitals'],
  },
  {
    say: 'project events, ProjectEventStream; publisher',
    identifiers: 'FeedQuery OpenFeedController',
    declarations: 'Feed Feeds',
    files: 'feed.ts feeds.ts feed.query.ts open-feed.controller.ts feed-context.ts feed-state.ts',
    phrases: ['teller', 'live feeds?', 'the feeds?'],
  },
  {
    say: 'TestCluster, TestClient, load, fixture',
    identifiers:
      'Visitor startWorld startHouse startDrillHouse openBenchHouse queryHouse aVisitor DrillHouse DrillEngine DrillOptions DrillService BenchHouse HouseOptions WorldAddresses HOUSE_DATABASE',
    declarations: 'House World Crowd Crowding world house',
    files:
      'house.ts world.ts visitor.ts town.ts cast.ts crowding.ts drill-house.ts bench-house.ts storm-crowd.ts world/',
    phrases: ['houses?', 'town', 'rage', '(?:the|a|whole|one) world'],
  },
  { say: 'reconnect storm', phrases: ['(?<!reconnect )(?<!reconnect-)storms?(?!-)'] },
  { say: 'RoutePolicy', declarations: 'ACCESS' },
  { say: 'fault test', files: '*.drill.ts drills/ drill/ jest.drill.config.mjs', phrases: ['drills?'] },
  { say: 'request path', files: 'journeys/', phrases: ['journeys?', 'read aloud'] },
  {
    say: 'cached, in memory; at an edge: cached, configured and on-demand environments; lasting connections',
    identifiers: 'HeldEnvironments HeldEnvironment HeldAccess HeldFallback BroughtEnvironments KeptConnections',
    files:
      'held-environment.ts held-environments.ts held-access.ts held-fallback.ts brought-environments.ts kept-connections.ts held/',
  },
  {
    say: 'SubscriberOptions, EventBatch; a verb and its object',
    identifiers: 'AskedStream askedStream EventsTogether',
    files: 'asked-stream.ts first-line.ts',
  },
  {
    say: 'seat, slot; FairScheduler',
    identifiers: 'InTurn PaidTurns ReadTurns ReadTurnsInterceptor SendTurns',
    files: 'paid-turns.ts read-turns.ts send-turns.ts',
    phrases: ['paid turns?'],
  },
  {
    say: 'service time, quota, throttled',
    identifiers: 'UNPAID readBeside costUnmade',
    phrases: ['shares? of a tenant'],
  },
  { say: 'on-demand, configured, cached environments', phrases: ['held environments?'] },
  { say: 'reauthorize', identifiers: 'permitAgain whenPermitted' },
  { say: 'audited; comment', identifiers: 'noteChanged takesNote', phrases: ['tellers'] },
  { say: 'handshake, connect', identifiers: 'greet greets greeted' },
  { say: 'unconditional value', phrases: ['lone return values?'] },
  { say: 'edit that toggles', phrases: ['switching edits?'] },
  { say: 'what the thing is: QueuedRequest, FlagsRequest, ServiceResponse', declarations: 'Found Of' },
  {
    say: 'a verb and its object, or inlined',
    identifiers: 'someAre whenOpened withMod',
    files: 'hold-to.ts once-in.ts one-named.ts place-after.ts some-are.ts when-opened.ts with-mod.ts',
  },
  {
    say: 'plain words: right after, because, expired, unreachable, …',
    texts: [
      'old changes could not be forgotten',
      'No stream to be had now',
      'left to the relay',
      'streams wait for postgres',
    ],
    phrases: [
      'on (?:the|its|their) heels',
      'to be had now',
      'on (?:its|their) way out',
      'silence is death',
      'nobody.s business',
      'is the truth',
      'was struck',
    ],
  },
];
