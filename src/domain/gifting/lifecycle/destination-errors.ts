import * as catalogue from '#catalogue'
import { type Address, type FieldError, getDestinationCodes, parseRawJson } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { decryptAddress } from './snapshot.ts'
import type { Gift } from './tables.ts'

type RestrictedItem = { name: string } & catalogue.ProductRules

/** Returns an error of the address if an item may not go there: of its region if the US state decides. */
export function findDestinationError(
  items: readonly RestrictedItem[],
  address: catalogue.Destination,
): (FieldError & { code: 'not_allowed' | 'required' }) | undefined {
  const denied = items.filter((item) => catalogue.checkDestination(item, address) === 'denied')
  const [first] = denied
  if (first !== undefined) {
    const code = catalogue.findDeniedCode(first, address) ?? address.country
    const names = [...new Set(denied.map(({ name }) => `“${name}”`))].join(', ')
    return {
      code: 'not_allowed',
      param: `shipping_address.${code.startsWith('US-') ? 'region' : 'country'}`,
      message: `is outside the destinations of ${names}: not available in ${catalogue.formatDestination(code)}; choose other items or another address`,
    }
  }
  const isUnknown = items.some((item) => catalogue.checkDestination(item, address) === 'unknown')
  return isUnknown
    ? {
        code: 'required',
        param: 'shipping_address.region',
        message: 'is required: the state decides what can be sent',
      }
    : undefined
}

/**
 * Checks the locked items of a gift request against another address, with the current rules. A correction within the same
 * country and state is always possible.
 */
export async function findDestinationErrorOf(
  ctx: TxContext,
  gift: Gift,
  address: Address,
): Promise<FieldError | undefined> {
  const current = decryptAddress(ctx.deployment, gift)
  if (current !== null && haveSameDestination(current, address)) return undefined
  const items = gift.line_items === null ? [] : parseRawJson(gift.line_items)
  const variants = await catalogue.variantsById(
    ctx,
    items.map(({ variant_id }) => variant_id),
  )
  const restricted = items.flatMap(({ variant_id, name }) => {
    const product = variants.get(variant_id)?.product
    return product?.kind !== 'physical' ? [] : [{ ...product, name }]
  })
  return findDestinationError(restricted, address)
}

const haveSameDestination = (a: Address, b: Address): boolean =>
  getDestinationCodes(a).join() === getDestinationCodes(b).join()
