import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as catalogue from '#catalogue'
import { createTestDatabase } from '#test/test-database'
import { demoCampaignTranslations } from './demo-translations.ts'
import { validateTranslations } from './translations.ts'

const testDb = await createTestDatabase()

it('the translations of the demo belong to its products and variants', async () => {
  const { id } = await testDb.newAccount()
  const { data } = await testDb.run(id, async (ctx) => {
    await catalogue.translateDemoCatalogue(ctx, await catalogue.createDemoCatalogue(ctx))
    return catalogue.listProducts(ctx, {}, { limit: 50, order: 'asc' })
  })
  const translated = data.filter(({ translations }) => translations.de !== undefined)
  assert.deepEqual(translated.map(({ name }) => name).sort(), [
    'Linen notebook',
    'Potted pilea',
    'Stoneware mug',
    'Tea sampler',
  ])
  for (const { variants, translations } of translated)
    for (const variant of variants)
      for (const language of ['de', 'fr', 'ar'] as const) {
        assert.ok(translations[language]?.description, variant.sku)
        assert.ok(variant.translations[language]?.name, variant.sku)
      }
})

it('the translations of the demo campaign are valid', () => {
  assert.deepEqual(validateTranslations(demoCampaignTranslations), [])
})
