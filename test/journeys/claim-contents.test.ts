import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as campaigns from '#campaigns'
import { createCatalogueFixture } from '#test/catalogue-fixture'
import { createRecipientBrowser } from '#test/recipient-browser'
import { createRedeemTestApp } from '#test/redeem-harness'

/* The tests of the gifts on the page of a one-link, before a visitor claims a gift. */

const testApp = await createRedeemTestApp()
const origin = await testApp.listen()
const template = testApp.campaign('one_link')

/** Creates products with one variant each. Opens a one-link of a campaign that offers them. */
async function openLink(
  names: readonly string[],
  settings: { selection_mode: 'one' | 'all'; visible_at_redemption: boolean },
  { soldOut = '', language = 'en' } = {},
) {
  const { ids } = await createCatalogueFixture(
    testApp,
    names.map((name) => ({ name, stock: { [name]: name === soldOut ? 0 : 9 } })),
  )
  const campaign_id = await testApp.run((ctx) =>
    campaigns.create(ctx, {
      ...template,
      ...settings,
      name: names.join(),
      sender_id: template.sender.id,
      variant_ids: Object.values(ids),
    }),
  )
  const { path } = await testApp.createOneLink({ campaign_id })
  return createRecipientBrowser(origin, { 'accept-language': language }).open(path)
}

const choice = { selection_mode: 'one', visible_at_redemption: false } as const

describe('the page of a one-link', () => {
  it('shows the gifts of a choice, without those that are sold out', async () => {
    const page = await openLink(['Mug', 'Tea', 'Scarf'], choice, { soldOut: 'Tea' })
    assert.match(page.visibleText, /Gifts to choose from Mug Scarf/)
    assert.doesNotMatch(page.visibleText, /Tea/)
  })

  it('shows the contents of a gift of several items', async () => {
    const settings = { selection_mode: 'all', visible_at_redemption: true } as const
    const page = await openLink(['Mug', 'Tea'], settings)
    assert.match(page.visibleText, /In the gift Mug Tea/)
  })

  it('does not show a surprise', async () => {
    const settings = { selection_mode: 'all', visible_at_redemption: false } as const
    const page = await openLink(['Mug', 'Tea'], settings)
    assert.equal(page.status, 200)
    assert.doesNotMatch(page.text, /Mug|Tea|class="contents"/)
  })

  it('shows six products, and how many more there are, in the language of the visitor', async () => {
    const names = ['A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'A7', 'A8']
    const page = await openLink(names, choice, { language: 'de' })
    assert.match(page.visibleText, /Zur Auswahl A1 A2 A3 A4 A5 A6 \+2/)
  })

  it('shows the gifts again beside an error', async () => {
    const page = await openLink(['Mug', 'Scarf'], choice)
    const visitor = createRecipientBrowser(origin)
    const failed = await visitor.submit(page, 'claim', {
      first_name: 'A',
      last_name: 'B',
      email: '',
    })
    assert.equal(failed.status, 422)
    assert.match(failed.visibleText, /Gifts to choose from Mug Scarf/)
  })
})
