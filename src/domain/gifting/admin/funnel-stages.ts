/** How far a gift request has come at least, from the sender's hands to the recipient's. */
export const stages = ['sent', 'opened', 'redeemed', 'delivered'] as const
export type Stage = (typeof stages)[number]

/**
 * Whether a gift request `g` has come so far, also when it was called off later. The lists and the
 * figures above them ask with the same words, so they cannot differ. Whoever redeemed has opened. Each
 * begins with what the index of figures holds: without that, it would not be used.
 */
export const reachedStageSql: Readonly<Record<Stage, string>> = {
  sent: 'g.sent_at is not null',
  opened: '(g.sent_at is not null and (g.redeemed_at is not null or g.opened_at is not null))',
  redeemed: '(g.sent_at is not null and g.redeemed_at is not null)',
  delivered: '(g.sent_at is not null and g.delivered_emitted)',
}

/** How long recipients took to redeem, in classes: the days at which each ends, and its name. */
export const redeemTimeBuckets = [
  ['1d', 1],
  ['3d', 3],
  ['7d', 7],
  ['14d', 14],
  ['30d', 30],
  ['longer', null],
] as const
export type BucketName = (typeof redeemTimeBuckets)[number][0]

/**
 * The hours between the invitation and redeeming, of a gift request `g` that its recipient redeemed.
 * Direct-send has none.
 */
export const hoursToRedeemSql = `(case when not g.is_direct
  then extract(epoch from g.redeemed_at - g.sent_at)::float8 / 3600 end)`

/** Whether `hours` lie in this class. */
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
