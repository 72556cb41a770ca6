import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as catalogue from '#catalogue'
import type { AccountLimits } from '#platform/limits'
import { createWorld } from '#test/api-world'
import * as webhooks from '#webhooks'
import * as gifting from './index.ts'

const world = await createWorld()
/** The account has everything that it may have. */
const limits: AccountLimits = { endpoints: 1, one_links: 1, products: 1, pictures: 1 }
const inside = <T>(run: (ctx: Parameters<Parameters<typeof world.run>[0]>[0]) => Promise<T>) =>
  world.run((ctx) => run({ ...ctx, deployment: { ...ctx.deployment, limits } }))

const endpoint = () =>
  inside((ctx) =>
    webhooks.createEndpoint(
      ctx,
      { account_id: world.account.id, tier: 'enterprise' },
      { url: 'https://receiver.example/hooks' },
      { allowPrivate: false },
    ),
  )
const oneLink = () =>
  inside((ctx) =>
    gifting.createOneLink(ctx, { campaign_id: world.campaign('one_link').id, quantity: 1 }),
  )

it('names the limit, what to do, and the setting that raises it', async () => {
  await endpoint()
  await assert.rejects(endpoint(), {
    code: 'not_allowed',
    problems: [
      {
        code: 'not_allowed',
        param: 'url',
        message:
          'cannot be added: an account may have 1 webhook endpoints. Delete one that is no longer needed. The operator can raise BESTOW_MAX_ENDPOINTS',
      },
    ],
  })
})

it('counts what an account has at this moment', async () => {
  const { id } = await oneLink()
  await assert.rejects(oneLink(), /not allowed/)
  await inside((ctx) => gifting.closeOneLink(ctx, id))
  await oneLink()
  const [first] = await inside((ctx) => webhooks.listEndpoints(ctx))
  await inside((ctx) => webhooks.remove(ctx, first?.id ?? ''))
  await endpoint()
})

it('bounds products and pictures', async () => {
  const product = {
    name: 'One more',
    description: '',
    kind: 'physical',
    images: [],
    variants: [],
  } as const
  await assert.rejects(
    inside((ctx) => catalogue.createProduct(ctx, product)),
    /not allowed/,
  )
  const png = Buffer.alloc(64)
  png.write('89504e470d0a1a0a0000000d49484452', 'hex')
  png.writeUInt32BE(8, 16)
  png.writeUInt32BE(8, 20)
  await inside((ctx) => catalogue.keepPicture(ctx, png, 'content'))
  const other = Buffer.from(png)
  other[40] = 1
  await assert.rejects(
    inside((ctx) => catalogue.keepPicture(ctx, other, 'content')),
    /not allowed/,
  )
})
