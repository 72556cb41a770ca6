/** How far a gift request has come at least, from the sender's hands to the recipient's. */
export const stages = ['sent', 'opened', 'redeemed', 'delivered'] as const
export type Stage = (typeof stages)[number]

const fromBefore = `exists (
  select from gifting.move m where m.account_id = g.account_id and m.gift_request_id = g.id
     and m.to_state in ('cancelled', 'expired') and m.from_state in ('created', 'scheduled', 'unclaimed'))`

const toldRedeemed = `exists (
  select from gifting.move m where m.account_id = g.account_id and m.gift_request_id = g.id
     and 'gift_request_redeemed' = any (m.told))`

const wasOpened = `exists (
  select from gifting.visit v where v.account_id = g.account_id and v.gift_request_id = g.id
     and v.opened_at is not null)`

const isRedeemed = `(g.status in ('redeemed', 'dispatched', 'delivered')
  or g.status = 'cancelled' and ${toldRedeemed})`

/**
 * Whether a gift request `g` has come so far, also when it was called off later. The lists and the
 * figures above them ask with the same words, so they cannot differ. Whoever redeemed has opened.
 */
export const hasReached: Readonly<Record<Stage, string>> = {
  sent: `(g.state not in ('created', 'scheduled', 'unclaimed')
    and not (g.status = 'cancelled' and ${fromBefore}))`,
  opened: `(${isRedeemed} or ${wasOpened})`,
  redeemed: isRedeemed,
  delivered: 'g.delivered_told',
}

/** How long recipients took to redeem, in classes: the days at which each ends, and its name. */
export const waits = [
  ['1d', 1],
  ['3d', 3],
  ['7d', 7],
  ['14d', 14],
  ['30d', 30],
  ['longer', null],
] as const
export type WaitName = (typeof waits)[number][0]

/**
 * The hours between the first invitation and redeeming, of a gift request `g` that its recipient
 * redeemed; for a lateral join. Direct-send has none.
 */
export const waited = `(
  select extract(epoch from min(m.made_at) filter (where 'gift_request_redeemed' = any (m.told))
           - min(m.made_at) filter (where m.to_state = 'awaiting_recipient')) / 3600.0 as hours
    from gifting.move m where m.account_id = g.account_id and m.gift_request_id = g.id)`

/** Whether `hours` lie in this class. */
export function isWithin(hours: string, name: WaitName): string {
  const at = waits.findIndex(([each]) => each === name)
  const from = waits[at - 1]?.[1] ?? undefined
  const until = waits[at]?.[1] ?? undefined
  const bounds = [
    `${hours} is not null`,
    ...(from === undefined ? [] : [`${hours} > ${from * 24}`]),
    ...(until === undefined ? [] : [`${hours} <= ${until * 24}`]),
  ]
  return `(${bounds.join(' and ')})`
}
