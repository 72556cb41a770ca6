import * as catalogue from '#catalogue'
import { ApiError, type FieldError, throwIfAny } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { type ContentRow, type Delivery, linkContext } from '../tables.ts'
import * as contentStore from './content-store.ts'

/** Returns the content of a variant for which no content was saved yet. */
const emptyContent = (id: string, delivery: Delivery) => ({
  id,
  delivery,
  is_link_per_gift: false,
  encrypted_link: null,
  file_id: null,
  instructions: '',
  low_stock_threshold: 10,
  alerted_level: null,
})

/** Returns whether each gift takes an imported code, or an imported link. */
export const needsCode = ({
  delivery,
  is_link_per_gift,
}: Pick<ContentRow, 'delivery' | 'is_link_per_gift'>): boolean =>
  delivery === 'code' || (delivery === 'link' && is_link_per_gift)

/** The delivery of a variant in the form of a product. Missing members do not change. */
export interface DeliveryInput {
  delivery?: Delivery | undefined
  /** The link that all gifts share. */
  link_url?: string | undefined
  is_link_per_gift?: boolean | undefined
}

/**
 * Saves how the service delivers the variants of a product. A new digital variant without a delivery gives
 * codes. Throws if a link has no target, if a product that is not digital has a delivery, or if the delivery
 * of a variant in use changes.
 */
export async function saveDeliveries(
  ctx: TxContext,
  kind: catalogue.ProductKind,
  variants: readonly ({ id: string; is_new: boolean } & DeliveryInput)[],
): Promise<void> {
  const ids = variants.map(({ id }) => id)
  const existing = new Map((await contentStore.find(ctx, ids)).map((row) => [row.id, row]))
  const used = await contentStore.findUsed(ctx, ids)
  const errors: FieldError[] = []
  for (const [index, { id, is_new, ...input }] of variants.entries()) {
    const was = existing.get(id)
    const problems =
      kind === 'digital' ? deliveryErrors(input, was, used.has(id)) : nonDigitalErrors(input)
    errors.push(...problems.map((each) => ({ ...each, param: `variants.${index}.${each.param}` })))
    if (problems.length > 0 || kind !== 'digital') continue
    const delivery = input.delivery ?? was?.delivery ?? (is_new ? 'code' : undefined)
    if (delivery === undefined) continue // the form does not contain this older variant
    await contentStore.save(ctx, withLink(ctx, was ?? emptyContent(id, delivery), input, delivery))
  }
  throwIfAny(errors)
}

const nonDigitalErrors = ({ delivery, link_url, is_link_per_gift }: DeliveryInput): FieldError[] =>
  delivery === undefined && link_url === undefined && is_link_per_gift !== true
    ? []
    : [{ code: 'not_allowed', param: 'delivery', message: 'is only for digital products' }]

function deliveryErrors(
  input: DeliveryInput,
  was: ContentRow | undefined,
  isUsed: boolean,
): FieldError[] {
  const delivery = input.delivery ?? was?.delivery
  const isPerGift = input.is_link_per_gift ?? was?.is_link_per_gift ?? false
  if (
    isUsed &&
    was !== undefined &&
    (delivery !== was.delivery || isPerGift !== was.is_link_per_gift)
  )
    return [
      {
        code: 'not_allowed',
        param: 'delivery',
        message:
          'cannot change after codes were imported or gifts were given; add a variant instead',
      },
    ]
  if (delivery !== 'link')
    return input.link_url === undefined && input.is_link_per_gift !== true
      ? []
      : [{ code: 'not_allowed', param: 'link_url', message: 'is only for the delivery link' }]
  if (input.link_url !== undefined) {
    if (isPerGift)
      return [{ code: 'not_allowed', param: 'link_url', message: 'excludes a link for each gift' }]
    return isLink(input.link_url) ? [] : [invalidLink]
  }
  const hasTarget = was !== undefined && was.encrypted_link !== null
  const isOlder = was === undefined && input.delivery === undefined
  return isPerGift || hasTarget || isOlder ? [] : [missingLink]
}

export const maxLinkLength = 2_000

/** Returns whether the text is an https link without credentials. */
export function isLink(text: string): boolean {
  if (text.length > maxLinkLength || !URL.canParse(text) || /\s/.test(text)) return false
  const { protocol, username, password } = new URL(text)
  return protocol === 'https:' && username === '' && password === ''
}

const invalidLink: FieldError = {
  code: 'invalid_format',
  param: 'link_url',
  message: 'must be a link such as https://example.com/gift',
}
const missingLink: FieldError = {
  code: 'required',
  param: 'link_url',
  message: 'is required: enter the link, or choose a link for each gift',
}

const withLink = (
  { deployment }: TxContext,
  was: Omit<ContentRow, 'account_id' | 'created_at' | 'updated_at'>,
  { link_url, is_link_per_gift }: DeliveryInput,
  delivery: Delivery,
) => {
  const isPerGift = delivery === 'link' && (is_link_per_gift ?? was.is_link_per_gift)
  const savedLink = delivery === 'link' && !isPerGift ? was.encrypted_link : null
  return {
    ...was,
    delivery,
    is_link_per_gift: isPerGift,
    encrypted_link:
      link_url === undefined ? savedLink : deployment.cipher.encrypt(link_url, linkContext(was.id)),
    file_id: delivery === 'file' ? was.file_id : null,
    created_at: new Date(0),
    updated_at: new Date(0),
  }
}

/** The settings of a content that do not affect what a gift contains. */
export interface ContentSettings {
  instructions: string
  low_stock_threshold: number
}

/** Changes the settings of a content. Throws `not_found` if the variant has no content. */
export async function saveSettings(
  ctx: TxContext,
  variant_id: string,
  settings: ContentSettings,
): Promise<void> {
  const content = await findContentForUpdate(ctx, variant_id)
  await contentStore.save(ctx, { ...content, ...settings, alerted_level: null })
}

/** Finds and locks the content of a variant. Throws `not_found` if the variant has none. */
export async function findContentForUpdate(
  ctx: TxContext,
  variant_id: string,
): Promise<ContentRow> {
  const row = isId(variant_id) ? await contentStore.findForUpdate(ctx, variant_id) : undefined
  if (row === undefined) throw new ApiError('not_found')
  return row
}

/** Returns the ids of the variants that are digital. */
export async function findDigitalIds(
  ctx: TxContext,
  variant_ids: readonly string[],
): Promise<Set<string>> {
  const variants = await catalogue.memoizedVariantsById(ctx, variant_ids)
  return new Set(
    [...variants.values()].filter(({ product }) => product.kind === 'digital').map(({ id }) => id),
  )
}
