import type { Bestow, GiftRequest } from '@bestow/sdk'

/** A row of the starter list, from a CSV file or a webhook of the HR system. */
export interface Starter {
  employee_id: string
  first_name: string
  last_name: string
  email: string
  /** The first day at work, such as `2026-06-01`. */
  starts_on: string
  /** Set if the person does not start. */
  withdrawn?: boolean
}

export type StarterResult = 'sent' | 'moved' | 'cancelled' | 'unchanged'

/** Reads a CSV file whose first line names the columns. Values contain no commas. */
export function parseStarters(csv: string): Starter[] {
  const [header = '', ...lines] = csv.trim().split(/\r?\n/)
  const names = header.split(',').map((name) => name.trim())
  return lines.map((line) => {
    const values = line.split(',').map((value) => value.trim())
    const row = Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']))
    return { ...row, withdrawn: row.withdrawn === 'yes' } as unknown as Starter
  })
}

/**
 * Schedules a gift for the first day of a new colleague, moves it if the day changes, and cancels it if the person does
 * not start. The same row again changes nothing, so the whole list can be sent every night.
 */
export async function syncStarter(
  bestow: Bestow,
  campaign_id: string,
  starter: Starter,
): Promise<StarterResult> {
  const { employee_id, starts_on, withdrawn } = starter
  const gift = await findGift(bestow, employee_id)
  if (withdrawn === true) {
    if (gift?.status !== 'submitted') return 'unchanged'
    await bestow.giftRequests.cancel(gift.id)
    return 'cancelled'
  }
  const send_at = `${starts_on}T07:00:00.000Z`
  if (gift !== undefined) {
    const details = await bestow.giftRequests.details(gift.id)
    if (details.send_at === send_at || details.state !== 'scheduled') return 'unchanged'
    await bestow.giftRequests.update(gift.id, { send_at })
    return 'moved'
  }
  const { first_name, last_name, email } = starter
  await bestow.giftRequests.create(
    {
      campaign_id,
      recipient: { first_name, last_name, email },
      send_at,
      metadata: { employee_id },
    },
    // Two runs at the same instant create one gift. The search above finds it on later days.
    { idempotencyKey: `onboarding-${employee_id}` },
  )
  return 'sent'
}

async function findGift(bestow: Bestow, employee_id: string): Promise<GiftRequest | undefined> {
  const [gift] = await bestow.giftRequests
    .list({ metadata: { employee_id }, limit: 1 })
    .toArray({ limit: 1 })
  return gift
}
