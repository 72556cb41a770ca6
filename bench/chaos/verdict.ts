import type { Seen } from './load.ts'
import type { Truth } from './truth.ts'

/** One run of one scenario. */
export interface Run {
  name: string
  /** What was done to it, in words. */
  trouble: string
  /** How many gift requests were asked for. */
  asked: number
  seen: Seen
  truth: Truth
  /** Seconds from the end of trouble and load until everything had arrived. */
  caughtUp: number
  /** What this scenario demands beyond what every one does, and was not so. */
  complaints: readonly string[]
  /** For one event, at the receiver. */
  mostRequests: number
}

/** The line of a run. */
export const lineOf = ({ name, trouble, asked, seen, truth, caughtUp }: Run): string =>
  [
    name.padEnd(13),
    `created ${seen.acknowledged.size}/${asked} (${seen.replayed} learnt of by a retry)`,
    `events ${truth.told}`,
    `received ${truth.told - truth.lost}`,
    `duplicates ${truth.received.duplicates}`,
    `lost ${truth.lost}`,
    `attempts ≤ ${truth.attempts}`,
    `caught up in ${caughtUp.toFixed(1)} s`,
    `slowest answer ${(seen.slowest / 1000).toFixed(1)} s`,
    trouble,
  ].join('  ')

/** Everything that is wrong with a run; nothing when all is well. */
export function problemsOf({ asked, seen, truth, complaints, mostRequests }: Run): string[] {
  const { received } = truth
  const mustBe = (name: string, is: number, wanted = 0) =>
    is === wanted ? [] : [`${name}: ${is} instead of ${wanted}`]
  return [
    ...mustBe('lost events', truth.lost),
    ...mustBe('events that nothing tells of', truth.invented),
    ...mustBe('gift requests', truth.gifts, asked),
    ...mustBe('acknowledged gift requests', seen.acknowledged.size, asked),
    ...mustBe('gift requests made twice', truth.made_twice),
    ...mustBe('acknowledged and not stored', truth.vanished),
    ...mustBe('gift requests without a link', truth.resting),
    ...mustBe('deliveries that did not end', truth.waiting),
    ...mustBe('signatures that do not hold', received.forged),
    ...mustBe('bodies that changed', received.altered),
    ...mustBe('503 without Retry-After', seen.without_retry_after),
    ...(truth.attempts > 5 ? [`attempts of one delivery: ${truth.attempts}`] : []),
    ...(received.most > mostRequests ? [`requests for one event: ${received.most}`] : []),
    ...[...seen.unexpected].map(([what, times]) => `${times} times this answer: ${what}`),
    ...complaints,
  ]
}
