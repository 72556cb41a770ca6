import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import type { TestDatabase } from './test-database.ts'

const header = 'sku,product_name,variant_name,description,kind,weight_grams,stock:Reno'

/** An import file with three variants of two products. */
export const importedMugs = [
  header,
  'MUG-S,Mug,"Mug, small","For tea.\nOr coffee.",physical,300,5',
  'MUG-L,Mug,"Mug, large",,,420,',
  'BOOK,E-book,E-book,=HYPERLINK(),digital,,',
].join('\n')

/** Creates functions that import and export catalogue files. */
export const createImportFixture = (testDb: TestDatabase) => ({
  /** Creates an account with the warehouse that the header names. */
  async createAccount(): Promise<string> {
    const { id } = await testDb.newAccount()
    await testDb.run(id, (ctx) => catalogue.createWarehouse(ctx, { name: 'Reno', country: 'US' }))
    return id
  },
  check: (account: string, csv: string) =>
    testDb.run(account, (ctx) =>
      campaigns.checkCatalogueImport(ctx, catalogue.parseCsvFile(Buffer.from(csv))),
    ),
  run: (account: string, csv: string, digest?: string) =>
    testDb.run(account, (ctx) =>
      campaigns.importCatalogue(ctx, catalogue.parseCsvFile(Buffer.from(csv)), digest),
    ),
  /** Returns all pages of the export as one text. */
  exportAll: (account: string): Promise<string> =>
    testDb.run(account, async (ctx) => {
      let csv = await catalogue.exportHeader(ctx)
      for (let after: catalogue.ExportCursor | undefined; ; ) {
        const page = await catalogue.exportPage(ctx, after)
        csv += page.csv
        if (page.next === undefined) return csv
        after = page.next
      }
    }),
  listProducts: (account: string) =>
    testDb.run(account, async (ctx) => {
      const { data } = await catalogue.listProducts(ctx, {}, { limit: 100, order: 'asc' })
      return data
    }),
})

export const importErrorsOf = ({ errors }: catalogue.ImportPlan) =>
  errors.map(({ line, column, value, message }) => `${line} ${column} ${value}: ${message}`)
