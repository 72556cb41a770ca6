import { shippingFromConfig } from '#app/shipping'
import * as connections from '#connections'
import * as digital from '#digital'
import type { TestApp } from '#test/api-harness'
import type { StubServer } from './code-supplier-stub.ts'
import { tremendousKey, tremendousProduct } from './fake-tremendous.ts'

/** The shipping configuration of an installation whose connections may reach local stubs. */
export const supplierShipping = shippingFromConfig({
  stage: 'staging',
  carrier: 'manual',
  simulator: 'manual',
  easyPost: undefined,
  webhookAllowPrivate: true,
})

/** Adds a connection to a stub of Tremendous. */
export const addSupplier = (
  { run }: Pick<TestApp, 'run'>,
  name: string,
  { url }: Pick<StubServer, 'url'>,
): Promise<string> =>
  run(async (ctx) => {
    const input = { kind: 'tremendous', name, settings: { api_key: tremendousKey, url } }
    return (await connections.create(ctx, input, supplierShipping.connectors)).id
  })

/** Returns a source with a value of 25 EUR and a ceiling of 30 USD. */
export const createSource = (
  connection_id: string,
  changes: Partial<digital.SourceInput> = {},
): digital.SourceInput => ({
  connection_id,
  product_id: tremendousProduct,
  product_name: 'Larkfield Books',
  ...{ amount_minor: 2_500, currency: 'EUR', ceiling_minor: 3_000, ceiling_currency: 'USD' },
  countries: [],
  ...changes,
})

export const saveSources = (
  { run }: Pick<TestApp, 'run'>,
  variant_id: string,
  sources: readonly digital.SourceInput[],
) => run((ctx) => digital.saveSources(ctx, variant_id, sources, supplierShipping.connectors))
