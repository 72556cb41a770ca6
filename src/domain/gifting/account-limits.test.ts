import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as catalogue from '#catalogue'
import type { AccountLimits } from '#platform/deployment'
import { createTestApp } from '#test/api-harness'
import * as webhooks from '#webhooks'
import * as gifting from './index.ts'

const app = await createTestApp()
/** Limits that the account reaches with one object each. */
const limits: AccountLimits = { endpoints: 1, one_links: 1, products: 1, pictures: 1 }
const runWithLimits = <T>(run: (ctx: Parameters<Parameters<typeof app.run>[0]>[0]) => Promise<T>) =>
  app.run((ctx) => run({ ...ctx, deployment: { ...ctx.deployment, limits } }))

const createEndpoint = () =>
  runWithLimits((ctx) =>
    webhooks.createEndpoint(
      ctx,
      { account_id: app.account.id, tier: 'enterprise' },
      { url: 'https://receiver.example/hooks' },
      { allowPrivate: false },
    ),
  )
const createOneLink = () =>
  runWithLimits((ctx) =>
    gifting.createOneLink(ctx, { campaign_id: app.campaign('one_link').id, quantity: 1 }),
  )

it('the error names the limit, the remedy and the setting that raises it', async () => {
  await createEndpoint()
  await assert.rejects(createEndpoint(), {
    code: 'not_allowed',
    fieldErrors: [
      {
        code: 'not_allowed',
        param: 'url',
        message:
          'cannot be added: an account may have 1 webhook endpoints. Delete one that is no longer needed. The operator can raise BESTOW_MAX_ENDPOINTS',
      },
    ],
  })
})

it('limits count only existing endpoints and open one-links', async () => {
  const { id } = await createOneLink()
  await assert.rejects(createOneLink(), /not allowed/)
  await runWithLimits((ctx) => gifting.closeOneLink(ctx, id))
  await createOneLink()
  const [first] = await runWithLimits((ctx) => webhooks.listEndpoints(ctx))
  await runWithLimits((ctx) => webhooks.deleteEndpoint(ctx, first?.id ?? ''))
  await createEndpoint()
})

it('products and pictures are limited', async () => {
  const product = {
    name: 'One more',
    description: '',
    kind: 'physical',
    images: [],
    variants: [],
  } as const
  await assert.rejects(
    runWithLimits((ctx) => catalogue.createProduct(ctx, product)),
    /not allowed/,
  )
  const png = Buffer.alloc(64)
  png.write('89504e470d0a1a0a0000000d49484452', 'hex')
  png.writeUInt32BE(8, 16)
  png.writeUInt32BE(8, 20)
  await runWithLimits((ctx) => catalogue.savePicture(ctx, png, 'content'))
  const other = Buffer.from(png)
  other[40] = 1
  await assert.rejects(
    runWithLimits((ctx) => catalogue.savePicture(ctx, other, 'content')),
    /not allowed/,
  )
})
