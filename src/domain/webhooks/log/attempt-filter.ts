import { hasArrivedSql } from './endpoint-health.ts'

/** Selects deliveries with an attempt that started in a time range, or that arrived or failed. */
export interface AttemptFilter {
  attempted_from?: Date
  /** The end of the time range, exclusive. */
  attempted_until?: Date
  attempt_outcome?: AttemptOutcome
}

type AttemptOutcome = 'arrived' | 'failed'

/** Older deliveries are left out, as they are from the statistics of an endpoint. */
const maxDeliveryAge = "interval '2 days'"

/** Failed attempts have an index of their own, which the first condition selects. */
const outcomeConditions: Readonly<Record<AttemptOutcome, string>> = {
  arrived: hasArrivedSql,
  failed: `a.outcome <> 'ok' and not ${hasArrivedSql}`,
}

/**
 * Returns the SQL conditions on deliveries `d`. An id begins with the time of its delivery, so a time range of attempts limits
 * the ids, and with them the partitions that the statement reads.
 */
export function attemptConditions(
  { attempted_from, attempted_until, attempt_outcome }: AttemptFilter,
  param: (value: unknown) => string,
): string[] {
  const ids: string[] = []
  const attempt: string[] = []
  if (attempted_from !== undefined) {
    const from = `${param(attempted_from)}::timestamptz`
    ids.push(`>= platform.uuid_floor(${from} - ${maxDeliveryAge})`)
    attempt.push(`a.started_at >= ${from}`)
  }
  if (attempted_until !== undefined) {
    const until = `${param(attempted_until)}::timestamptz`
    ids.push(`< platform.uuid_floor(${until})`)
    attempt.push(`a.started_at < ${until}`)
  }
  if (attempt_outcome !== undefined) attempt.push(outcomeConditions[attempt_outcome])
  if (attempt.length === 0) return []
  const attempts = ['a.account_id = $1', ...attempt, ...ids.map((each) => `a.delivery_id ${each}`)]
  const condition =
    attempt_outcome === 'failed'
      ? `d.id in (select a.delivery_id from webhooks.attempt a where ${attempts.join(' and ')})`
      : `exists (select from webhooks.attempt a
           where a.delivery_id = d.id and ${attempts.join(' and ')})`
  return [...ids.map((each) => `d.id ${each}`), condition]
}
