import {
  type Address,
  ApiError,
  type FieldError,
  type LineItem,
  type NewRedemption,
  normalizeRedemption,
  parseRawJson,
  type RawJson,
  redemptionValidator,
  throwIfAny,
  toRawJson,
  validateAddress,
} from '#contract'
import { newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { findDestinationErrorOf } from '../lifecycle/destination-errors.ts'
import * as sessionStore from '../lifecycle/redemption-session-store.ts'
import { decryptAddress } from '../lifecycle/snapshot.ts'
import type { Gift } from '../lifecycle/tables.ts'
import type { ChangedItem } from './gift-change-store.ts'
import { canonicalAddress, getOfferedItems } from './redeem.ts'
import {
  type OfferedItem,
  resolveSelection,
  validateAge,
  validateDestination,
} from './selection.ts'

/** A valid change of a redeemed gift. A member is null if the change does not affect it. */
export interface ResolvedChange {
  line_items: RawJson<readonly LineItem[]> | null
  old_items: RawJson<readonly ChangedItem[]> | null
  new_items: RawJson<readonly ChangedItem[]> | null
  shipping_address: Address | null
}

/**
 * Validates a change of a redeemed gift with its offering, and compares it with the gift. Items that are not
 * physical do not change. Throws all validation errors together.
 */
export async function resolveChange(
  ctx: TxContext,
  gift: Gift,
  raw: NewRedemption,
): Promise<ResolvedChange> {
  const body = normalizeRedemption(raw) as NewRedemption
  const problems = [...redemptionValidator(body)]
  throwIfAny(problems)
  if (body.variant_ids !== undefined && gift.is_direct)
    throw new ApiError('invalid_transition', {
      message: 'The sender has chosen the items of a direct send: only the address can change.',
    })
  if (body.shipping_address !== undefined) problems.push(...addressErrors(body.shipping_address))
  const items =
    body.variant_ids === undefined
      ? unchangedItems
      : await resolveItems(ctx, gift, { ...body, variant_ids: body.variant_ids }, problems)
  if (problems.length === 0 && body.variant_ids === undefined && body.shipping_address) {
    const error = await findDestinationErrorOf(ctx, gift, body.shipping_address)
    if (error !== undefined) problems.push(error)
  }
  throwIfAny(problems)
  return { ...items, shipping_address: changedAddress(ctx, gift, body.shipping_address) }
}

const unchangedItems = { line_items: null, old_items: null, new_items: null }

const addressErrors = (address: Address): FieldError[] =>
  validateAddress({ ...address }).map(({ field, code, message }) => ({
    code,
    message,
    param: `shipping_address.${field}`,
  }))

function changedAddress(
  { deployment }: TxContext,
  gift: Gift,
  address: Address | undefined,
): Address | null {
  if (address === undefined) return null
  const current = decryptAddress(deployment, gift)
  const isSame = current !== null && canonicalAddress(current) === canonicalAddress(address)
  return isSame ? null : address
}

async function resolveItems(
  ctx: TxContext,
  gift: Gift,
  { variant_ids, shipping_address }: NewRedemption & { variant_ids: readonly string[] },
  problems: FieldError[],
) {
  const current = gift.line_items === null ? [] : parseRawJson(gift.line_items)
  const { offered, rules, variants } = await getOfferedItems(ctx, gift)
  const isPhysical = (variant_id: string) =>
    (variants.get(variant_id)?.product.kind ?? 'physical') === 'physical'
  const fixedIds = current
    .map(({ variant_id }) => variant_id)
    .filter((variant_id) => !isPhysical(variant_id))
  variant_ids.forEach((id, index) => {
    if (!isPhysical(id) && !fixedIds.includes(id))
      problems.push({ ...digitalItemError, param: `variant_ids.${index}` })
  })
  const ids = [...new Set([...variant_ids, ...fixedIds])]
  const { picks, problems: selectionProblems } = resolveSelection(rules, offered, ids)
  problems.push(...selectionProblems)
  if (problems.length === 0 && !picks.some(({ kind }) => kind === 'physical'))
    problems.push(noPhysicalItemError)
  if (problems.length === 0) {
    const destination = shipping_address ?? decryptAddress(ctx.deployment, gift) ?? undefined
    const session = await sessionStore.find(ctx, gift)
    problems.push(
      ...validateDestination(picks, destination, variant_ids),
      ...validateAge(picks, session?.age_confirmed ?? undefined),
    )
  }
  return problems.length > 0 ? unchangedItems : compareItems(current, picks)
}

const digitalItemError = {
  code: 'not_allowed',
  message: 'names an item that does not ship: only items that ship can be swapped',
} as const

const noPhysicalItemError: FieldError = {
  code: 'required',
  param: 'variant_ids',
  message: 'must contain an item that ships',
}

/**
 * Compares the current items with the selected ones. A line that does not change has the same id as before.
 */
function compareItems(current: readonly LineItem[], picks: readonly OfferedItem[]) {
  const lineByVariant = new Map(current.map((line) => [line.variant_id, line]))
  const lines = picks.map(
    ({ item }) => lineByVariant.get(item.variant_id) ?? { ...item, id: newId(), quantity: 1 },
  )
  const newIds = new Set(lines.map(({ variant_id }) => variant_id))
  const removed = current.filter(({ variant_id }) => !newIds.has(variant_id))
  const added = lines.filter(({ variant_id }) => !lineByVariant.has(variant_id))
  if (removed.length === 0 && added.length === 0) return unchangedItems
  return {
    line_items: toRawJson<readonly LineItem[]>(lines),
    old_items: toRawJson<readonly ChangedItem[]>(removed.map(toChangedItem)),
    new_items: toRawJson<readonly ChangedItem[]>(added.map(toChangedItem)),
  }
}

const toChangedItem = ({ variant_id, name }: LineItem): ChangedItem => ({ variant_id, name })
