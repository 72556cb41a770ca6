import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newId } from '#platform/lib/ids'
import * as sends from '#sends'
import { createAdminFixture, homeAddress, recipientFields } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { drain } from '#test/eventually'
import { pluck } from '#test/pluck'

/* A column of a list that names the item of each row. */

const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const admin = await testApp.signIn(testApp.admin)
const sender = await testApp.signIn(testApp.sender)

interface Item {
  variant_id: string
  product_name: string
  variant_name: string
}

const campaigns: { id: string; invitation_method: string; items: Item[] }[] = (
  await sender.get('/send/choices')
).json.campaigns
function campaignBy(method: string) {
  const found = campaigns.find((each) => each.invitation_method === method && each.items.length > 1)
  if (found === undefined) throw new Error(`no campaign with ${method} has several items`)
  return found
}
const choice = campaignBy('email')
const direct = campaignBy('sender_provided_address')
const rowTo = (email: string, item?: string, more: object = {}) => ({
  recipient: recipientFields(email),
  ...(item !== undefined && { item }),
  ...more,
})
const post = (options: object, rows: object[], path = '/send') =>
  sender.post(path, { options: { item_per_row: true, ...options }, rows })
const read = async (id: string) => (await sender.get(`/gift_requests/${id}`)).json
const itemsOf = (gift: { offering: { line_items: { variant_id: string; name: string }[] } }) =>
  pluck(gift.offering.line_items, 'variant_id', 'name')
interface RowError {
  param: string
  message: string
}
const errorsOf = (json: { rows: { errors?: RowError[] }[] }) =>
  json.rows.map(({ errors = [] }) => pluck(errors, 'param', 'message'))

/** Two items of the campaign, whose products have one variant there. */
const singles = choice.items.filter(
  ({ product_name }) =>
    choice.items.filter((each) => each.product_name === product_name).length === 1,
)
const [first, second] = singles
if (first === undefined || second === undefined) throw new Error('the demo has too few items')

it('offers each recipient the item of the row, by its id, SKU or name in any spelling', async () => {
  const [all] = (await post({ campaign_id: choice.id }, [rowTo('all@example.com')])).json.rows
  const { line_items } = (await read(all.id)).offering
  assert.equal(line_items.length, choice.items.length, 'without an item, the recipient chooses')
  const [one] = line_items.filter((each: Item) => each.variant_id === first.variant_id)
  const texts = [
    one.variant_id,
    one.sku.toLowerCase(),
    one.name,
    ` ${one.name.toUpperCase().replaceAll(' ', '  ')}\n`,
    first.product_name,
  ]
  const rows = texts.map((text, at) => rowTo(`spelling.${at}@example.com`, text))
  const { json } = await post({ campaign_id: choice.id }, rows)
  assert.deepEqual(pluck(json.rows, 'status'), Array(5).fill('sent'))
  for (const { id } of json.rows)
    assert.deepEqual(itemsOf(await read(id)), [[one.variant_id, one.name]])
})

it('ships the item of the row, in the quantity of the send', async () => {
  const [one, two] = direct.items
  assert.ok(one && two)
  const line_items = direct.items.map(({ variant_id }, at) => ({ variant_id, quantity: at + 1 }))
  const options = { campaign_id: direct.id, line_items }
  const rows = [one, two].map(({ variant_id }) =>
    rowTo('direct@example.com', variant_id, { shipping_address: homeAddress }),
  )
  const { json, text } = await post(options, rows)
  assert.deepEqual(pluck(json.rows, 'status'), ['sent', 'sent'], text)
  const gifts = await Promise.all(json.rows.map(({ id }: { id: string }) => read(id)))
  const shipped = gifts.map((gift) => pluck(gift.line_items, 'variant_id', 'quantity'))
  assert.deepEqual(shipped, [[[one.variant_id, 1]], [[two.variant_id, 2]]])
  const again = await post(options, rows)
  assert.deepEqual(pluck(again.json.rows, 'status'), ['already_sent', 'already_sent'])
  const [none] = errorsOf(
    (
      await post(
        options,
        [rowTo('none@example.com', ' ', { shipping_address: homeAddress })],
        '/send/check',
      )
    ).json,
  )
  assert.match(none?.[0]?.[1] ?? '', /^is empty: write “.+” or ./)
})

it('rejects a row with an unknown or ambiguous item, and names the value and the remedy', async () => {
  const { items } = (await sender.get('/send/choices')).json
  const byProduct = Map.groupBy(items as Item[], ({ product_name }) => product_name)
  const several = [...byProduct.values()].find((group) => group.length > 1) ?? []
  const [one] = several
  assert.ok(one)
  const options = {
    variant_ids: pluck(several, 'variant_id'),
    selection_mode: 'all',
    email_message: { subject: 'For you', body: 'Thank you.' },
  }
  const rows = [
    rowTo('fine@example.com', one.variant_id),
    rowTo('unknown@example.com', 'Yacht'),
    rowTo('ambiguous@example.com', one.product_name),
    rowTo('empty@example.com'),
    rowTo('other@example.com', second.variant_id),
    rowTo('no address', 'x'.repeat(500)),
  ]
  const { json, text } = await post(options, rows, '/send/check')
  assert.deepEqual(pluck(json.rows, 'status'), ['ready', ...Array(5).fill('rejected')], text)
  assert.ok(json.rows[0].item.includes(one.variant_name))
  const [, unknown, ambiguous, empty, other, long] = errorsOf(json)
  assert.equal(unknown?.[0]?.[0], 'item')
  assert.match(
    unknown?.[0]?.[1] ?? '',
    /^is “Yacht”, which names no item of this gift: write “.+”, or add the item to the gift$/,
  )
  assert.match(
    ambiguous?.[0]?.[1] ?? '',
    /^is “.+”, which names \d+ items, “.+” and “.+”: write the whole name or the SKU$/,
  )
  assert.match(empty?.[0]?.[1] ?? '', /^is empty: write “/)
  assert.match(other?.[0]?.[1] ?? '', /names no item of this gift/)
  assert.deepEqual(long?.map(([param]) => param).toSorted(), ['item', 'recipient.email'])
  assert.ok((long?.find(([param]) => param === 'item')?.[1]?.length ?? 999) < 600)
  const without = await sender.post('/send/check', {
    options: { campaign_id: choice.id },
    rows: [rowTo('x@example.com', first.variant_id)],
  })
  assert.match(errorsOf(without.json)[0]?.[0]?.[1] ?? '', /set item_per_row, or remove the item$/)
})

it('previews the item of the row, and the first one while a row names none', async () => {
  const body = (item?: string) => ({
    options: {
      ...{ item_per_row: true, variant_ids: [first.variant_id, second.variant_id] },
      ...{ selection_mode: 'all', email_message: { subject: 'For you', body: 'Thank you.' } },
    },
    recipient: recipientFields('preview@example.com'),
    ...(item !== undefined && { item }),
  })
  for (const [item, shown, hidden] of [
    [second.variant_id, second, first],
    ['Yacht', first, second],
    [undefined, first, second],
  ] as const) {
    const { json, status } = await sender.post('/send/preview', body(item))
    assert.equal(status, 200)
    const html = await (
      await fetch(`${testApp.origin}/preview?token=${json.token}&show=choose`)
    ).text()
    assert.ok(html.includes(shown.product_name), String(item))
    assert.ok(!html.includes(hidden.product_name), String(item))
  }
})

it('estimates the dearest item, not the sum of all', async () => {
  const products = await Promise.all(
    [900, 2500].map(async (cents) => {
      const { json, text } = await admin.post('/products', {
        ...{ name: `Costed ${cents}`, description: 'A cup.', kind: 'physical', images: [] },
        variants: [
          {
            ...{ sku: `COST ${cents}`, name: `Costed ${cents}`, images: [] },
            unit_cost: { amount: cents, currency: 'EUR' },
          },
        ],
      })
      assert.ok(json.variants, text)
      return json.variants[0].id as string
    }),
  )
  const estimate = async (options: object) =>
    (await sender.post('/send/estimate', { options, recipients: 1 })).json
  const common = { selection_mode: 'all', email_message: { subject: 'a', body: 'b' } }
  const amount = ({ most_per_gift }: { most_per_gift: { amount_minor: number }[] }) =>
    most_per_gift[0]?.amount_minor ?? 0
  const all = await estimate({ ...common, variant_ids: products })
  const one = await estimate({ ...common, variant_ids: products, item_per_row: true })
  assert.deepEqual([amount(all), amount(one)], [3400, 2500])
  assert.deepEqual([all.is_choice, one.is_choice], [false, true])
})

it('writes the name of the item in the message, however the list names it', async () => {
  const named = (
    await read((await post({ campaign_id: choice.id }, [rowTo('sku@example.com')])).json.rows[0].id)
  ).offering
  const [{ sku, name }] = named.line_items.filter(
    (each: Item) => each.variant_id === first.variant_id,
  )
  const options = {
    campaign_id: choice.id,
    email_message: { subject: 'Your {item}', body: '{first_name}: {item}' },
  }
  const rows = [
    rowTo('name.1@example.com', sku, { fields: { item: sku } }),
    rowTo('name.2@example.com', sku),
    rowTo('name.3@example.com', undefined, { fields: { item: 'surprise' } }),
    rowTo('name.4@example.com'),
  ]
  const { json, text } = await post(options, rows)
  const statuses = pluck(json.rows, 'status')
  assert.deepEqual(statuses, ['sent', 'sent', 'sent', 'rejected'], text)
  const subjects = await Promise.all(
    json.rows
      .slice(0, 3)
      .map(async ({ id }: { id: string }) => (await read(id)).email_message.subject),
  )
  assert.deepEqual(subjects, [`Your ${name}`, `Your ${name}`, 'Your surprise'])
  assert.deepEqual(errorsOf(json)[3], [
    ['fields.item', 'is empty, and the message contains {item}'],
  ])
  const preview = await sender.post('/send/preview', {
    options: { item_per_row: true, ...options },
    recipient: recipientFields('name@example.com'),
    ...{ item: sku, fields: { item: sku } },
  })
  assert.equal(preview.json.subject, `Your ${name}`)
})

it('sends no second gift of one send to a person whose item was corrected', async () => {
  const row = rowTo('corrected@example.com', first.variant_id)
  const corrected = { ...row, item: second.variant_id }
  const options = { campaign_id: choice.id, send_id: newId() }
  const sent = (await post(options, [row])).json.rows[0]
  assert.equal(sent.status, 'sent')
  const again = (await post(options, [corrected, { ...corrected, occurrence: 1 }])).json.rows
  assert.deepEqual(pluck(again, 'status'), ['already_sent', 'sent'])
  assert.equal(again[0].id, sent.id)
  const [one, two] = direct.items
  assert.ok(one && two)
  const directOptions = {
    ...{ campaign_id: direct.id, send_id: newId() },
    line_items: direct.items.map(({ variant_id }) => ({ variant_id, quantity: 1 })),
  }
  const to = { shipping_address: homeAddress }
  const results = []
  for (const { variant_id } of [one, two]) {
    const { json } = await post(directOptions, [rowTo('corrected@example.com', variant_id, to)])
    results.push(json.rows[0].status)
  }
  assert.deepEqual(results, ['sent', 'already_sent'])
})

it('sends no gift again whose item the campaign no longer has, and names the item', async () => {
  const copy = (await admin.post(`/campaigns/${choice.id}/copy`, { name: 'Items change' })).json.id
  const row = rowTo('missing@example.com', first.variant_id)
  const [sent] = (await post({ campaign_id: copy }, [row])).json.rows
  await fixture.processDue()
  const [[, name] = []] = itemsOf(await read(sent.id))
  await fixture.simulateTo(sent.id, 'expired')
  const change = async (variant_ids: string[]) => {
    const { status, text } = await admin.patch(`/campaigns/${copy}`, { variant_ids })
    assert.equal(status, 200, text)
  }
  const all = pluck(choice.items, 'variant_id')
  await change(all.filter((variant_id) => variant_id !== first.variant_id))
  const refused = await admin.post(`/gift_requests/${sent.id}/send_again`, {})
  assert.equal(refused.status, 409, refused.text)
  assert.equal(
    refused.json.errors[0].message,
    `The gift cannot be sent again: its campaign does not offer “${name}”. Add the item to the campaign, or send another gift.`,
  )
  await change(all)
  const again = await admin.post(`/gift_requests/${sent.id}/send_again`, {})
  assert.deepEqual(itemsOf(await read(again.json.id)), [[first.variant_id, name]])
})

it('sends the gift of a campaign with one item again with the item that the campaign has now', async () => {
  const copy = (await admin.post(`/campaigns/${choice.id}/copy`, { name: 'One item' })).json.id
  const change = (variant_id: string) =>
    admin.patch(`/campaigns/${copy}`, { variant_ids: [variant_id] })
  const [, other] = choice.items
  await change(first.variant_id)
  const to = { recipient: { first_name: 'Ada', last_name: 'Larkin', email: 'one@example.com' } }
  const [sent] = (await post({ campaign_id: copy, item_per_row: false }, [to])).json.rows
  await fixture.processDue()
  await fixture.simulateTo(sent.id, 'expired')
  await change(other?.variant_id ?? '')
  const again = await admin.post(`/gift_requests/${sent.id}/send_again`, {})
  assert.equal(again.status, 201, again.text)
  assert.equal(itemsOf(await read(again.json.id))[0]?.[0], other?.variant_id)
})

it('shows an approver the items, returns them to the sender, and sends a gift again with its item', async () => {
  await admin.put('/approval-rule', {
    ...{ mode: 'all', max_gifts: null, max_cost: null, confirm_above: null, decide_by_mail: false },
  })
  const options = { campaign_id: choice.id, item_per_row: true }
  const body = { draft_id: newId(), name: 'Items', options, recipients: 2 }
  const { id } = (await sender.post('/sends', body)).json
  const rows = [
    rowTo('approved@example.com', first.product_name, { line: 1 }),
    rowTo('failed@example.com', 'Yacht', { line: 2 }),
  ]
  const saved = await sender.post('/send', { options, rows, bulk_send_id: id })
  assert.deepEqual(pluck(saved.json.rows, 'status'), ['saved', 'rejected'])
  const { text } = await sender.get(`/sends/${id}/failed-rows.csv`)
  const [header, failed] = text.replace('\ufeff', '').split('\n')
  assert.equal(header, 'first_name,last_name,email,item,reason,row')
  assert.match(failed ?? '', /failed@example.com,Yacht,/)
  assert.equal((await sender.post(`/sends/${id}/submit`)).status, 200)
  const approval = (await admin.get(`/sends/${id}/approval`)).json
  assert.deepEqual(pluck(approval.recipients, 'item'), [first.product_name])
  const content = (await sender.get(`/sends/${id}/content`)).json
  assert.deepEqual([content.options.item_per_row, content.rows[0].item], [true, first.product_name])
  assert.equal((await admin.post(`/sends/${id}/approve`)).status, 200)
  await drain(() => sends.processApprovals(testApp.db))
  await fixture.processDue()
  const [gift] = (await sender.get(`/gift_requests?bulk_send_id=${id}`)).json.data
  const before = itemsOf(await read(gift.id))
  assert.deepEqual(
    before.map(([variant_id]) => variant_id),
    [first.variant_id],
  )
  await fixture.simulateTo(gift.id, 'expired')
  const again = await admin.post(`/gift_requests/${gift.id}/send_again`, {})
  assert.ok(again.status < 300, again.text)
  assert.deepEqual(itemsOf(await read(again.json.id)), before)
})
