import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import * as shops from '#shops'
import type { TestApp } from './api-harness.ts'

/** Returns what a checkout records, with what a test changes. */
export const giftFor = (overrides: Record<string, unknown> = {}): Record<string, unknown> => ({
  gift_recipient_first_name: 'Rosa',
  gift_recipient_last_name: 'Recipient',
  gift_recipient_email: 'rosa@recipient.example',
  gift_message: 'For you, Rosa!',
  ...overrides,
})

/** Reads the paid gifts of a connection, and shows them. */
export const createGiftReader = (
  testApp: TestApp,
  connectors: fulfilment.ShippingConfig['connectors'],
  connection_id: string,
  shop: string,
) => {
  const { run, db, account } = testApp
  const reader = {
    /** Takes the gifts of a campaign that invites by email. */
    switchOn: () =>
      run((ctx) => {
        const { id, sender } = testApp.campaign('email')
        const settings = { campaign_id: id, sender_id: sender.id }
        return shops.setCheckout(ctx, connection_id, settings)
      }),
    read: () => shops.runDueCheckout(db, account.id, connectors),
    /** Reads the orders that have changed, also if no reading is due. */
    async readAgain(): Promise<void> {
      await run((ctx) =>
        ctx.query(
          'update shops.checkout set due_at = $2 where account_id = $1 and connection_id = $3',
          [ctx.account_id, ctx.real_now, connection_id],
        ),
      )
      // another connection of the account can be due before
      for (let turn = 0; turn < 2; turn += 1) await reader.read()
    },
    giftOf: (key: string) =>
      run(async (ctx) => {
        const paid = await fulfilment.findPaidOrder(ctx, { shop, key })
        return paid && gifting.find(ctx, paid.gift_request_id)
      }),
    /** Returns the problems with orders, in the form `#101 reason`. */
    problems: async () => {
      const { problems = [] } = (await run(shops.listShops)).get(connection_id) ?? {}
      return problems
        .filter(({ key }) => key.startsWith('order '))
        .map(({ name, problem }) => `${name} ${problem}`)
    },
    countGifts: () =>
      run((ctx) =>
        ctx.queryValue<number>(
          'select count(*)::int from gifting.gift_request where account_id = $1',
          [ctx.account_id],
        ),
      ),
  }
  return reader
}
