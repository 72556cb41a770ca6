import { type BucketName, redeemTimeBuckets, type Stage } from '#contract'

/**
 * SQL conditions: the gift request `g` reached this stage, even if it was cancelled later. Lists and
 * analytics share these conditions, so that their numbers agree. A redeemed gift counts as opened. Each
 * condition starts with the predicate of the analytics index, because PostgreSQL would not use the index
 * otherwise.
 */
export const reachedStageSql: Readonly<Record<Stage, string>> = {
  sent: 'g.sent_at is not null',
  opened: '(g.sent_at is not null and (g.redeemed_at is not null or g.opened_at is not null))',
  redeemed: '(g.sent_at is not null and g.redeemed_at is not null)',
  delivered: '(g.sent_at is not null and g.delivered_emitted)',
}

/**
 * SQL expression: the hours from the invitation to the redemption of a redeemed gift request `g`. It is null
 * for direct-send.
 */
export const hoursToRedeemSql = `(case when not g.is_direct
  then extract(epoch from g.redeemed_at - g.sent_at)::float8 / 3600 end)`

/**
 * Returns the SQL condition that the number of hours is in this bucket. `hours` is the SQL expression of this
 * number.
 */
export function bucketCondition(hours: string, name: BucketName): string {
  const index = redeemTimeBuckets.findIndex(([each]) => each === name)
  const from = redeemTimeBuckets[index - 1]?.[1] ?? undefined
  const until = redeemTimeBuckets[index]?.[1] ?? undefined
  const bounds = [
    `${hours} is not null`,
    ...(from === undefined ? [] : [`${hours} > ${from * 24}`]),
    ...(until === undefined ? [] : [`${hours} <= ${until * 24}`]),
  ]
  return `(${bounds.join(' and ')})`
}
