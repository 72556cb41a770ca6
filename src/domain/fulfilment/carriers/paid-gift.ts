/*
 * The orders of a shop whose buyers have paid a gift for someone else. docs/connectors/shops.md states what a shop guarantees.
 */

/** What the checkout of a shop records on an order. The names are the same for all shops. */
export const giftAttributes = [
  'gift_recipient_first_name',
  'gift_recipient_last_name',
  'gift_recipient_email',
  'gift_message',
  'gift_send_on',
] as const
export type GiftAttribute = (typeof giftAttributes)[number]

/** Longer values are cut to one character more, so that they are refused. */
export const maxGiftAttribute = 10_000

export interface PaidGift {
  /** What identifies the order in the shop, at most 100 characters. */
  key: string
  /** What people call the order, such as #1001. */
  number: string
  /** `ended`: cancelled or refunded. `paid`: it can still be put on hold. */
  state: 'unpaid' | 'paid' | 'shipped' | 'ended'
  /** The name of the buyer; empty if the shop does not say. */
  buyer: string
  attributes: Readonly<Partial<Record<GiftAttribute, string>>>
  /** At most 10. */
  lines: readonly { sku: string | null; quantity: number }[]
}

export type GiftReading = { ok: true; orders: readonly PaidGift[] } | { ok: false; reason: string }

export type FoundGift =
  | { kind: 'found'; order: PaidGift }
  | { kind: 'gone' }
  | { kind: 'unreachable'; reason: string }

export type HoldResult =
  | { kind: 'on_hold' }
  /** The shop has shipped or ended the order. */
  | { kind: 'too_late'; reason: string }
  | { kind: 'unreachable'; reason: string }

export type NoteResult = { kind: 'noted' } | { kind: 'unreachable'; reason: string }

/** The paid gifts of a shop. No function throws. */
export interface PaidGifts {
  /** Identifies the shop: equal for two connections to the same shop. */
  shop: string
  /**
   * Reads the orders that have changed since, in any state, if their checkout names a recipient. Waits when the shop asks for it,
   * and ends soon after the signal. A list that may be incomplete is a failure.
   */
  list(since: Date, signal: AbortSignal): Promise<GiftReading>
  /** Reads one order; `gone` if it does not exist or names no recipient. */
  find(key: string): Promise<FoundGift>
  /** Stops a paid order from shipping. Idempotent. */
  hold(key: string): Promise<HoldResult>
  /** Writes a note for the people of the shop. A note that the order has is not written again. */
  note(key: string, text: string): Promise<NoteResult>
}

const isGift = ({ attributes }: Pick<PaidGift, 'attributes'>): boolean =>
  giftAttributes.some((name) => name.startsWith('gift_recipient_') && attributes[name])

/** Reads the attributes of an order by a function that finds one. Returns undefined if they name no recipient. */
export function readGiftAttributes(
  find: (name: GiftAttribute) => unknown,
): PaidGift['attributes'] | undefined {
  const attributes = Object.fromEntries(
    giftAttributes.flatMap((name) => {
      const value = find(name)
      const text = typeof value === 'string' ? value.slice(0, maxGiftAttribute + 1).trim() : ''
      return text === '' ? [] : [[name, text]]
    }),
  )
  return isGift({ attributes }) ? attributes : undefined
}

/** Returns whether two texts of an address are equal but for case, spaces and punctuation, which a shop may change. */
export const isSameLine = (one: unknown, other: unknown): boolean =>
  toComparable(one) === toComparable(other)

const toComparable = (text: unknown): string =>
  typeof text === 'string'
    ? text
        .normalize('NFKC')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]/gu, '')
    : ''
