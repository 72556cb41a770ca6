import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildDemoCampaigns } from './demo-campaigns.ts'

const campaigns = buildDemoCampaigns('https://gifts.example/images/larkfield-logo.svg', 'Larkfield')

describe('the demo campaigns', () => {
  it('cover all invitation methods, both selection modes and an archived campaign', () => {
    const methods = new Set(campaigns.map(({ invitation_method }) => invitation_method))
    assert.deepEqual([...methods].sort(), [
      'email',
      'gift_link',
      'one_link',
      'sender_provided_address',
    ])
    assert.deepEqual(
      new Set(campaigns.map(({ selection_mode }) => selection_mode)),
      new Set(['one', 'all']),
    )
    assert.equal(campaigns.filter(({ state }) => state === 'archived').length, 1)
    assert.equal(
      campaigns.filter((campaign) => campaign.invitation_method === 'sender_provided_address')
        .length,
      2,
    )
  })

  it('send all items with sender-provided addresses, and show items only where the recipient selects', () => {
    for (const { name, invitation_method, selection_mode, visible_at_redemption } of campaigns) {
      assert.equal(
        selection_mode,
        invitation_method === 'sender_provided_address' ? 'all' : 'one',
        name,
      )
      assert.equal(visible_at_redemption, selection_mode === 'one', name)
    }
  })

  it('have unique names, the logo and values within the API limits', () => {
    assert.equal(new Set(campaigns.map(({ name }) => name)).size, campaigns.length)
    for (const { name, email_message, theme, expires_after_days, skus } of campaigns) {
      assert.equal(theme.logo_url, 'https://gifts.example/images/larkfield-logo.svg')
      assert.match(theme.color, /^#[0-9a-f]{6}$/, name)
      assert.ok(email_message.subject.length <= 255 && email_message.body.length <= 10_000, name)
      assert.ok(expires_after_days >= 1 && expires_after_days <= 365, name)
      assert.ok(skus.length > 0 && new Set(skus).size === skus.length, name)
    }
  })

  it('offer only products of the demo catalogue', async () => {
    // The demo data of the catalogue is not part of its public API.
    const { demoProducts } = (await import(
      new URL('./demo/demo-products.ts', import.meta.resolve('#catalogue')).href
    )) as {
      demoProducts: readonly { variants: readonly { sku: string }[] }[]
    }
    const knownSkus = new Set(
      demoProducts.flatMap(({ variants }) => variants.map(({ sku }) => sku)),
    )
    assert.ok(knownSkus.size > 0)
    for (const { name, skus } of campaigns) {
      assert.deepEqual(
        skus.filter((sku) => !knownSkus.has(sku)),
        [],
        name,
      )
    }
  })
})
