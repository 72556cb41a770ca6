import * as giftLists from '#gift-lists'
import * as gifting from '#gifting'
import { newId } from '#platform/lib/ids'
import * as sends from '#sends'
import { directGiftBody, giftBody, type TestApp } from '#test/api-harness'
import { type CatalogueFixture, redeem } from '#test/catalogue-fixture'
import type { FulfilmentRunner } from '#test/fulfilment-fixture'

/** Creates a recipient whose personal data all contain the marker. The recipient has gifts in many states. */
export async function createPersonWithHistory(
  testApp: TestApp,
  fixture: CatalogueFixture,
  runner: FulfilmentRunner,
  marker: string,
) {
  const email = `${marker}@Mail.example`
  const recipient = { first_name: `${marker}first`, last_name: `${marker}last`, email }
  const address = {
    name: `${marker} at home`,
    line_1: `${marker} street 1`,
    line_2: `${marker} door 2`,
    city: `${marker}ville`,
    postal_code: '10117',
    country: 'DE',
    phone: `+49 30 ${marker}`,
  }
  const personal = {
    recipient,
    email_message: { subject: `For ${marker}`, body: `Dear ${marker}` },
    metadata: { [`${marker}key`]: `${marker}value` },
  }
  const ids: string[] = []
  const createGift = async (overrides: object = {}) => {
    const id = await fixture.createGift({ ...personal, ...overrides })
    ids.push(id)
    return id
  }
  const thankedId = await createGift()
  await redeem(testApp, thankedId, { variant_ids: [fixture.id('Red')], shipping_address: address })
  await runner.run()
  const scan = { description: `left for ${marker}`, location: `${marker}ville` }
  await runner.recordScan(thankedId, { state: 'in_transit', ...scan })
  await testApp.run((ctx) =>
    gifting.saveThankYouNote(ctx, thankedId, { text: `${marker} says thanks` }),
  )
  const declinedId = await createGift()
  const selection = { variant_ids: [fixture.id('Red')] }
  await testApp.run((ctx) => gifting.saveSelection(ctx, declinedId, selection))
  await testApp.run((ctx) => gifting.decline(ctx, declinedId, { reason: `${marker} is allergic` }))
  const redeemedId = await createGift()
  await redeem(testApp, redeemedId, { variant_ids: [fixture.id('Red')], shipping_address: address })
  const expires_at = new Date(testApp.db.clock().getTime() + 60_000).toISOString()
  const expiredId = await createGift({ expires_at })
  await testApp.advanceTime(60_001)
  await testApp.run((ctx) => gifting.requestRenewal(ctx, expiredId, { text: `${marker} was away` }))
  const headers = { 'idempotency-key': `order for ${marker}`.replaceAll(' ', '-') }
  const body = directGiftBody(testApp, { ...personal, shipping_address: address })
  const directResponse = await testApp.api.post('/gift_requests', body, headers)
  ids.push(directResponse.json.id)
  const batchBody = { gift_requests: [{ ...giftBody(testApp), ...personal }] }
  const batchHeaders = { 'idempotency-key': `batch-${ids.length}-${Math.random()}` }
  const batchResponse = await testApp.api.post('/gift_requests/batch', batchBody, batchHeaders)
  ids.push(batchResponse.json.data[0].id)
  await testApp.advanceTime()
  await addNoteAndFailedRow(testApp, marker, recipient)
  return {
    email,
    ids,
    thankedId,
    declinedId,
    redeemedId,
    expiredId,
    directResponse,
    batchResponse,
    batchHeaders,
    batchBody,
  }
}

/**
 * Adds a note about the recipient, a row of a list that did not become a gift, and a row that needs approval.
 */
export async function addNoteAndFailedRow(
  testApp: TestApp,
  marker: string,
  recipient: { first_name: string; last_name: string; email: string },
): Promise<void> {
  const sender = { id: newId(), name: 'Dana', email: 'dana@example.com' }
  const options = { campaign_id: testApp.campaign('email').id }
  await testApp.run(async (ctx) => {
    const { data } = await giftLists.browseRecipients(
      ctx,
      { search: recipient.email },
      { limit: 1, order: 'desc' },
    )
    await gifting.addContactNote(ctx, data[0]?.id ?? '', sender, `${marker} likes tea`)
    const { first_name, last_name, email } = recipient
    const user = { sender, isRestricted: true }
    const list = () => ({ draft_id: newId(), name: 'A list', options, gifts: 1 })
    const { id } = await sends.start(ctx, list(), user)
    const invalid = { recipient: { ...recipient, first_name: '' }, line: 1 }
    await sends.recordInvalidRows(ctx, options, [invalid], sender, id)
    const rule = { max_gifts: null, max_cost: null, confirm_above: null, decide_by_mail: false }
    await sends.saveApprovalRule(ctx, { ...rule, mode: 'all' })
    const unapproved = await sends.start(ctx, list(), user)
    await sends.sendRows(
      ctx,
      options,
      [{ recipient: { first_name, last_name, email }, line: 1 }],
      user,
      unapproved.id,
    )
    await sends.saveApprovalRule(ctx, { ...rule, mode: 'off' })
  })
}
