import type { Diagnosis, Remedy } from '../domain/diagnosis.ts'
import type { Kind, RemedyId, RestartAdvice, RestartReach } from '../domain/vocabulary.ts'

/** What follows from a kind, wherever a rule of the catalogue doesn't say otherwise. */
export interface KindFacts {
  readonly restart: RestartAdvice
  /** Absent: the failed tasks. */
  readonly restartReaches?: Exclude<RestartReach, 'failed-tasks'>
  /** Where one try is worth more than one. */
  readonly maxRestarts?: number
  /** Shortest sensible time before a restart, in milliseconds. */
  readonly minRestartDelayMs: number
  /** How grave: 0 comes first in a list. Data gaps and dead memory above faults that pass by themselves. */
  readonly rank: number
  /** "task 1 …": the rest of the sentence. */
  readonly phrase: string
  readonly remedies: readonly Remedy[]
}

const MINUTE = 60_000

const RESTART: Remedy = { remedy: 'restart', effect: 'starts it again; the fault may have passed' }
const WAIT: Remedy = { remedy: 'wait', effect: 'the other side may recover by itself' }
const HUMAN: Remedy = { remedy: 'human', effect: 'somebody has to look: no known remedy is certain here' }
const UPGRADE: Remedy = {
  remedy: 'upgrade-connector',
  effect: 'a newer version of the connector may have it fixed',
}
const DEAD_LETTERS: Remedy = {
  remedy: 'dead-letter-queue',
  effect: 'errors.tolerance=all with a dead-letter topic sets such records aside and goes on',
}

export const KIND_FACTS: Readonly<Record<Kind, KindFacts>> = {
  'out-of-memory': {
    restart: 'useless',
    minRestartDelayMs: 0,
    rank: 0,
    phrase: 'ran out of memory',
    remedies: [{ remedy: 'raise-heap', effect: 'more room for the same load' }, HUMAN],
  },
  'bogus-allocation': {
    restart: 'useless',
    minRestartDelayMs: 0,
    rank: 0,
    phrase: 'asked for memory of an absurd size: bytes of another protocol were read as a length',
    remedies: [
      {
        remedy: 'fix-tls',
        effect: 'security.protocol and TLS settings that match the port; more heap does not help',
      },
    ],
  },
  'source-position-lost': {
    restart: 'useless',
    minRestartDelayMs: 0,
    rank: 0,
    phrase: 'lost its place in the source: what it has not read yet may be gone, a gap in the data',
    remedies: [
      { remedy: 'resnapshot', effect: 'reads the present state anew; changes in between stay lost' },
      { remedy: 'human', effect: 'somebody has to decide from where to go on' },
    ],
  },
  'bad-record': {
    restart: 'useless',
    minRestartDelayMs: 0,
    rank: 1,
    phrase: 'can’t read or convert a record; the same record comes again after a restart',
    remedies: [
      DEAD_LETTERS,
      { remedy: 'fix-config', effect: 'a converter or transform that suits the records of the topic' },
      { remedy: 'fix-schema', effect: 'producers that write what this connector can read' },
    ],
  },
  'schema-missing': {
    restart: 'useless',
    minRestartDelayMs: 0,
    rank: 1,
    phrase: 'asked for a schema that the registry does not have',
    remedies: [
      { remedy: 'fix-schema', effect: 'registers the missing schema or subject' },
      { remedy: 'fix-config', effect: 'the registry that the producers use, and its subject naming' },
    ],
  },
  authorization: {
    restart: 'useless',
    minRestartDelayMs: 0,
    rank: 1,
    phrase: 'was refused: wrong credentials or a missing permission',
    remedies: [
      { remedy: 'fix-credentials', effect: 'credentials that the other side accepts' },
      { remedy: 'fix-acl', effect: 'the permission that the message names' },
      { remedy: 'fix-config', effect: 'settings that refer to the right account' },
    ],
  },
  'record-too-large': {
    restart: 'useless',
    minRestartDelayMs: 0,
    rank: 1,
    phrase: 'has a record that is larger than a limit; it stays first in line',
    remedies: [
      {
        remedy: 'raise-message-size',
        effect:
          'producer.override.max.request.size and the topic’s max.message.bytes above the record’s size',
      },
      { remedy: 'dead-letter-queue', effect: 'sets the record aside where the connector supports it' },
    ],
  },
  'sink-rejected': {
    restart: 'useless',
    minRestartDelayMs: 0,
    rank: 1,
    phrase: 'writes something that the target refuses',
    remedies: [
      DEAD_LETTERS,
      { remedy: 'fix-schema', effect: 'a table, index or mapping that takes the records' },
      {
        remedy: 'fix-config',
        effect: 'settings that suit the target, such as insert mode, keys or evolution',
      },
    ],
  },
  'plugin-missing': {
    restart: 'useless',
    minRestartDelayMs: 0,
    rank: 1,
    phrase: 'misses a class, method or plugin on its worker',
    remedies: [
      {
        remedy: 'install-plugin',
        effect: 'the plugin, complete and of one version, in plugin.path of every worker',
      },
      { remedy: 'fix-config', effect: 'a class name that exists' },
    ],
  },
  'config-invalid': {
    restart: 'useless',
    minRestartDelayMs: 0,
    rank: 1,
    phrase: 'has a setting that can’t work',
    remedies: [{ remedy: 'fix-config', effect: 'the setting that the message names' }],
  },
  'task-limit': {
    restart: 'useless',
    minRestartDelayMs: 0,
    rank: 1,
    phrase: 'makes more tasks than tasks.max allows',
    remedies: [
      { remedy: 'raise-tasks-max', effect: 'tasks.max at the number of tasks that the message names' },
      UPGRADE,
    ],
  },
  license: {
    restart: 'useless',
    minRestartDelayMs: 0,
    rank: 1,
    phrase: 'has no valid licence',
    remedies: [{ remedy: 'human', effect: 'somebody has to renew the licence' }],
  },
  'dlq-unavailable': {
    restart: 'once',
    minRestartDelayMs: 0,
    rank: 2,
    phrase: 'can’t set up its dead-letter queue',
    remedies: [
      {
        remedy: 'fix-config',
        effect:
          'errors.deadletterqueue.topic.replication.factor that the brokers can meet, or other settings of it',
      },
      { remedy: 'create-topic', effect: 'the dead-letter topic, made beforehand' },
      RESTART,
    ],
  },
  'credentials-expired': {
    restart: 'once',
    minRestartDelayMs: 0,
    rank: 2,
    phrase: 'holds credentials that are valid no more; a start reads them anew',
    remedies: [
      { remedy: 'restart', effect: 'fetches a new token, if its provider gives one' },
      { remedy: 'fix-credentials', effect: 'credentials that are renewed in time' },
    ],
  },
  'topic-missing': {
    restart: 'once',
    minRestartDelayMs: 0,
    rank: 2,
    phrase: 'uses a topic that does not exist or has no valid name',
    remedies: [
      { remedy: 'create-topic', effect: 'the topic that the message names' },
      { remedy: 'restart', effect: 'helps if the topic exists by now' },
      { remedy: 'fix-config', effect: 'the name of the topic' },
    ],
  },
  'producer-fenced': {
    restart: 'once',
    minRestartDelayMs: 0,
    rank: 2,
    phrase: 'was fenced by another producer of the same name',
    remedies: [
      { remedy: 'restart', effect: 'begins a new producer epoch' },
      { remedy: 'human', effect: 'if it comes back: somebody has to find the second producer' },
    ],
  },
  'connector-bug': {
    restart: 'once',
    minRestartDelayMs: 0,
    rank: 2,
    phrase: 'stumbled in its own code',
    remedies: [RESTART, UPGRADE, { remedy: 'fix-config', effect: 'a setting that avoids that code' }],
  },
  'not-placed': {
    restart: 'once',
    restartReaches: 'nothing',
    minRestartDelayMs: 0,
    rank: 2,
    phrase: 'has work that no worker does',
    remedies: [
      { remedy: 'restart', effect: 'makes the connector work out its tasks again' },
      {
        remedy: 'human',
        effect: 'somebody has to look at the workers: their log, and whether they reach each other',
      },
      {
        remedy: 'fix-config',
        effect: 'listeners and rest.advertised.* through which workers reach their leader',
      },
    ],
  },
  stalled: {
    restart: 'once',
    restartReaches: 'running-tasks',
    minRestartDelayMs: 0,
    rank: 2,
    phrase: 'says RUNNING, but does not move',
    remedies: [RESTART, HUMAN],
  },
  unknown: {
    restart: 'once',
    maxRestarts: 2,
    minRestartDelayMs: 0,
    rank: 2,
    phrase: 'failed, and the trace does not tell why',
    remedies: [RESTART, HUMAN],
  },
  throttled: {
    restart: 'helps',
    minRestartDelayMs: 10 * MINUTE,
    rank: 3,
    phrase: 'was asked to slow down',
    remedies: [
      { remedy: 'wait', effect: 'gives the other side time: restarting at once only adds load' },
      RESTART,
      { remedy: 'lower-poll-size', effect: 'fewer records at once, fewer requests' },
    ],
  },
  'source-busy': {
    restart: 'helps',
    minRestartDelayMs: MINUTE,
    rank: 3,
    phrase: 'finds its place in the source held by somebody else',
    remedies: [
      { remedy: 'wait', effect: 'the old session ends after its time-out' },
      { remedy: 'restart', effect: 'takes the place over once it is free' },
      { remedy: 'fix-config', effect: 'if it stays so: a slot or client id of its own' },
    ],
  },
  network: {
    restart: 'helps',
    minRestartDelayMs: 0,
    rank: 3,
    phrase: 'was let down by the network or by the other side, which mostly passes',
    remedies: [RESTART, WAIT],
  },
  rebalance: {
    restart: 'helps',
    minRestartDelayMs: 0,
    rank: 3,
    phrase: 'was caught by a rebalance or a stop',
    remedies: [
      RESTART,
      {
        remedy: 'lower-poll-size',
        effect: 'if it comes back: batches that are done within max.poll.interval.ms',
      },
    ],
  },
}

/** What a restart reaches, and how often it is worth trying, where a failure is of this kind and a restart so advised. */
export function restartLimits(
  kind: Kind,
  restart: RestartAdvice,
): Pick<Diagnosis, 'restartReaches' | 'maxRestarts'> {
  const { restartReaches = 'failed-tasks', maxRestarts = 1 } = KIND_FACTS[kind]
  return { restartReaches, maxRestarts: restart === 'helps' ? null : restart === 'once' ? maxRestarts : 1 }
}

/** The kind's remedies, with those of the rule in front. */
export function remediesForKind(kind: Kind, first: readonly RemedyId[] = []): readonly Remedy[] {
  const known = KIND_FACTS[kind].remedies
  const front = first.map(
    (remedy) => known.find((each) => each.remedy === remedy) ?? EXTRA.get(remedy) ?? HUMAN,
  )
  return [...front, ...known.filter((each) => !first.includes(each.remedy))]
}

const EXTRA: ReadonlyMap<RemedyId, Remedy> = new Map(
  [
    { remedy: 'fix-tls' as const, effect: 'a certificate, truststore and protocol that both sides accept' },
    { remedy: 'restart' as const, effect: 'reads the table’s columns again, in case they exist by now' },
  ].map((remedy) => [remedy.remedy, remedy]),
)
