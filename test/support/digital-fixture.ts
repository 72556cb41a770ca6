import * as digital from '#digital'
import type { TestApp } from '#test/api-harness'

/** Sets how a digital variant is delivered. */
export const addContent = (
  testApp: Pick<TestApp, 'run'>,
  id: string,
  input: digital.DeliveryInput,
): Promise<void> =>
  testApp.run((ctx) => digital.saveDeliveries(ctx, 'digital', [{ id, is_new: true, ...input }]))

/** Imports codes into a variant. Rejects duplicates. */
export const importLines = (
  testApp: Pick<TestApp, 'run'>,
  id: string,
  text: string,
): Promise<digital.ImportResult> =>
  testApp.run((ctx) =>
    digital.importCodes(ctx, id, digital.fromText(text), {
      isDryRun: false,
      skipDuplicates: false,
    }),
  )

/** Returns the codes of a variant as users of the account see them. */
export const findCodes = async (
  testApp: Pick<TestApp, 'run'>,
  id: string,
): Promise<digital.ListedCode[]> =>
  (await testApp.run((ctx) => digital.listCodes(ctx, id, { limit: 100 }))).data
