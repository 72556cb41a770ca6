import { Type } from 'typebox'
import * as access from '#access'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import { ApiError, parseListQuery } from '#contract'
import type { TxContext } from '#platform/postgres'
import { Answer, operation, type Within } from './operation.ts'
import { anyText, oneOf } from './rules.ts'
import { noExtra, text } from './shapes.ts'
import { refuseIfChanged, tell } from './versioned.ts'

const address = Type.String({ minLength: 1, maxLength: 500, pattern: '^(https?://|/)[^\\s]+$' })
const Image = Type.Object(
  {
    name: Type.String({ maxLength: 255 }),
    url: address,
    urls: Type.Object({ thumbnail: address, large: address, large_wide: address }, noExtra),
  },
  noExtra,
)
const images = Type.Array(Image, { maxItems: 5 })
const variant = { sku: text(100), name: text(255), images }
const product = {
  name: text(255),
  description: Type.String({ maxLength: 5_000 }),
  kind: Type.Unsafe<'physical' | 'digital'>({ type: 'string', enum: ['physical', 'digital'] }),
  images,
}
const list = { minItems: 1, maxItems: 100 }
const NewProduct = Type.Object(
  { ...product, variants: Type.Array(Type.Object(variant, noExtra), list) },
  noExtra,
)
const Product = Type.Object(
  {
    ...product,
    variants: Type.Array(Type.Object({ ...variant, id: Type.Optional(text(64)) }, noExtra), list),
  },
  noExtra,
)
const amount = Type.Integer({ minimum: 0, maximum: 10_000_000 })
const Counted = Type.Object(
  {
    levels: Type.Array(
      Type.Object(
        {
          variant_id: text(64),
          warehouse_id: text(64),
          available: amount,
          was: Type.Optional(amount),
        },
        noExtra,
      ),
      { minItems: 1, maxItems: 500 },
    ),
  },
  noExtra,
)

const filters = { state: oneOf('available', 'archived'), q: anyText, stock: oneOf('low') }

/** What can be given, and how much of it is left. */
export const catalogueOperations = [
  operation(
    'GET',
    '/catalogue/products',
    { needs: 'sender', does: 'list products' },
    async ({ ctx, query }) => {
      const { page, filter } = parseListQuery(query, filters, 50)
      const { state, q: search, stock } = filter
      return catalogue.listProducts(
        ctx,
        {
          ...(state && { state }),
          ...(search && { search }),
          ...(stock && { is_low: true as const }),
        },
        page,
      )
    },
  ),

  operation(
    'GET',
    '/catalogue/products/:id',
    { needs: 'sender', does: 'show a product, its stock, and which campaigns give it' },
    async (call) => show(call),
  ),

  operation(
    'POST',
    '/catalogue/products',
    { needs: 'admin', does: 'add a product', body: NewProduct, bodySize: 'large' },
    async (call) => {
      const { id } = await catalogue.createProduct(call.ctx, call.body)
      note(call, 'product.create', id, call.body.name)
      return new Answer(201, await show(call, id))
    },
  ),

  operation(
    'PUT',
    '/catalogue/products/:id',
    { needs: 'admin', does: 'change a product and its variants', body: Product, bodySize: 'large' },
    async (call) => {
      const { ctx, params, body, request } = call
      const id = params.id ?? ''
      const ids = await grownVariants(ctx, id, body)
      const before = await campaigns.measureOfferings(ctx, ids)
      const changed = await catalogue.updateProduct(ctx, id, body, ({ updated_at }) =>
        refuseIfChanged(request, updated_at),
      )
      if (changed === undefined) throw new ApiError('not_found')
      await campaigns.rejectEnlargedOfferings(ctx, ids, before)
      const { was, is } = changed
      note(call, 'product.change', is.id, is.name, {
        before: { name: was.name, description: was.description, pictures: was.images.length },
        after: { name: is.name, description: is.description, pictures: is.images.length },
      })
      return show(call)
    },
  ),

  ...shelving('archive', 'put a product in front of nobody new', campaigns.archiveProduct),
  ...shelving('restore', 'give a product again', campaigns.restoreProduct),

  operation(
    'PUT',
    '/catalogue/stock',
    { needs: 'admin', does: 'say how much is left', body: Counted, bodySize: 'large' },
    async (call) => {
      const changed = await catalogue.adjustStock(call.ctx, call.body.levels)
      const variants = await catalogue.variantsById(
        call.ctx,
        changed.map(({ variant_id }) => variant_id),
      )
      for (const { variant_id, warehouse_id, was, available } of changed)
        access.recordEntry(call.ctx, {
          actor: call.actor,
          action: 'stock.count',
          subject: { kind: 'variant', id: variant_id, name: variants.get(variant_id)?.sku ?? '' },
          details: { warehouse_id, before: { available: was }, after: { available } },
        })
      return { changed: changed.length }
    },
  ),

  operation(
    'POST',
    '/catalogue/sample',
    {
      needs: 'admin',
      does: 'add the sample products and campaigns to an account without products',
    },
    async (call) => {
      if (await catalogue.hasProducts(call.ctx))
        throw new ApiError('invalid_transition', { message: 'The catalogue already has products.' })
      const variants = await catalogue.createDemoCatalogue(call.ctx)
      await campaigns.createDemoCampaigns(call.ctx, call.member.person_id, variants)
      const { account_id, account_name } = call.member
      const subject = { kind: 'account', id: account_id, name: account_name }
      const details = { variants: variants.size }
      access.recordEntry(call.ctx, {
        actor: call.actor,
        action: 'catalogue.add_sample',
        subject,
        details,
      })
      return new Answer(201, { variants: variants.size })
    },
  ),

  operation(
    'POST',
    '/catalogue/pictures',
    {
      needs: 'admin',
      does: 'upload a picture',
      body: Type.Object({ content: Type.String({ maxLength: 1_000_000 }) }, noExtra),
      bodySize: 'large',
    },
    async ({ ctx, body }) => {
      const path = await catalogue.savePicture(ctx, Buffer.from(body.content, 'base64'), 'content')
      return new Answer(201, { url: `${ctx.deployment.origin}${path}` })
    },
  ),
]

/** The variants of a product that a change makes larger; none when it makes the product smaller. */
async function grownVariants(ctx: TxContext, id: string, wanted: catalogue.ProductInput) {
  const product = await catalogue.findProduct(ctx, id)
  if (product === undefined || sizeOf(wanted) <= sizeOf(product)) return []
  return product.variants.map((variant) => variant.id)
}

const sizeOf = ({
  name,
  images,
  variants,
}: Pick<catalogue.ProductInput, 'name' | 'images' | 'variants'>) =>
  JSON.stringify([name, images, variants.map((each) => [each.sku, each.name, each.images])]).length

async function show({ ctx, params, reply }: Within<unknown>, id = params.id ?? '') {
  const product = await catalogue.findProduct(ctx, id)
  if (product === undefined) throw new ApiError('not_found')
  tell(reply, product.updated_at)
  const live = await campaigns.findActiveCampaignsWith(
    ctx,
    product.variants.map((variant) => variant.id),
  )
  return { ...product, campaigns: live.map(({ id, name }) => ({ id, name })) }
}

/** The same for a product and for one of its variants. */
function shelving(
  verb: 'archive' | 'restore',
  does: string,
  shelve: typeof campaigns.archiveProduct,
) {
  const run = async (call: Within<unknown>) => {
    const { ctx, params } = call
    const name = await shelve(ctx, params.id ?? '', params.variant_id)
    if (name === undefined) throw new ApiError('not_found')
    const what = params.variant_id === undefined ? 'product' : 'variant'
    note(call, `${what}.${verb}`, params.variant_id ?? params.id ?? '', name)
  }
  return [
    operation('POST', `/catalogue/products/:id/${verb}`, { needs: 'admin', does }, run),
    operation(
      'POST',
      `/catalogue/products/:id/variants/:variant_id/${verb}`,
      { needs: 'admin', does: does.replace('a product', 'a variant') },
      run,
    ),
  ]
}

function note(
  { ctx, actor }: Within<unknown>,
  action: string,
  id: string,
  name: string,
  details: Record<string, unknown> = {},
): void {
  const kind = action.split('.')[0] ?? ''
  access.recordEntry(ctx, { actor, action, subject: { kind, id, name }, details })
}
