import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as accounts from '#accounts'
import * as catalogue from '#catalogue'
import { ApiError } from '#contract'
import { createImportFixture, importErrorsOf, importedMugs } from '#test/catalogue-import-fixture'
import { pluck } from '#test/pluck'
import { createTestDatabase } from '#test/test-database'
import * as campaigns from './index.ts'

const testDb = await createTestDatabase()

const { createAccount, check, run, exportAll, listProducts } = createImportFixture(testDb)

describe('an import', () => {
  it('creates products, variants and stock; the same file then changes nothing', async () => {
    const account = await createAccount()
    const plan = await run(account, importedMugs)
    assert.deepEqual(importErrorsOf(plan), [])
    assert.deepEqual(plan.products, { created: 2, changed: 0, unchanged: 0 })
    assert.deepEqual(plan.variants, { created: 3, changed: 0, unchanged: 0 })
    const [mug, book] = await listProducts(account)
    assert.deepEqual(pluck(mug?.variants ?? [], 'sku', 'name', 'weight_grams'), [
      ['MUG-S', 'Mug, small', 300],
      ['MUG-L', 'Mug, large', 420],
    ])
    assert.equal(mug?.description, 'For tea.\nOr coffee.')
    assert.deepEqual(mug?.variants[0]?.stock_levels[0]?.available, 5)
    assert.deepEqual([book?.kind, book?.description], ['digital', '=HYPERLINK()'])
    const again = await run(account, importedMugs)
    assert.deepEqual([again.changes, again.stock, again.changedProducts], [[], [], []])
    assert.deepEqual(pluck(await listProducts(account), 'updated_at'), [
      mug?.updated_at,
      book?.updated_at,
    ])
  })

  it('changes only the columns and rows of the file, by SKU', async () => {
    const account = await createAccount()
    await run(account, importedMugs)
    const plan = await run(account, 'sku;weight_grams;stock:Reno\nMUG-L;500;7\n')
    assert.deepEqual(
      plan.changes.map(({ sku, columns }) => [
        sku,
        ...columns.map((c) => `${c.column} ${c.from}→${c.to}`),
      ]),
      [['MUG-L', 'weight_grams 420→500', 'stock:Reno →7']],
    )
    const [mug] = await listProducts(account)
    assert.deepEqual(pluck(mug?.variants ?? [], 'name', 'weight_grams'), [
      ['Mug, small', 300],
      ['Mug, large', 500],
    ])
  })

  it('adds a new SKU to the product of the same name, and renames a product', async () => {
    const account = await createAccount()
    await run(account, importedMugs)
    await run(account, 'sku,product_name,variant_name\nMUG-XL,Mug,Huge mug\n')
    const plan = await run(
      account,
      'sku,product_name\nMUG-S,Cup\nMUG-L,Cup\nMUG-XL,Cup\nMUG-XXL,Cup\n',
    )
    assert.deepEqual(importErrorsOf(plan), [])
    const [cup, ...rest] = await listProducts(account)
    assert.deepEqual(
      [cup?.name, cup?.variants.map(({ sku }) => sku), rest.length],
      ['Cup', ['MUG-S', 'MUG-L', 'MUG-XL', 'MUG-XXL'], 1],
    )
  })

  it('reports each wrong cell with line, column, value and remedy, and writes nothing', async () => {
    const account = await createAccount()
    const csv = [
      'sku,product_name,variant_name,kind,destination_mode,destinations,minimum_age,weight_grams,hs_code,origin_country,declared_value_minor,declared_value_currency,stock:Reno',
      'OK,Cup,Cup,physical,all,,,,,,,,1',
      ' A,Cup,Cup,physical,all,,,,,,,,',
      'B,Wine,Wine,liquid,allow,XX,200,1.5,12,ZZ,100,,-1',
      'C,Wine,Wine,physical,allow,,,,,,,,',
      'OK,Cup,Cup,physical,all,,,,,,,,',
      `D,Pot,Pot,digital,all,,,${'9'.repeat(1_000)},,,,,3`,
      ',Pot,Pot,digital,all,,,,,,,,',
    ].join('\n')
    const plan = await run(account, csv)
    const errors = importErrorsOf(plan)
    for (const expected of [
      /^4 kind liquid: must be physical or digital/,
      /^4 destinations XX: must be codes of countries/,
      /^4 minimum_age 200: must be a whole number from 1 to 99/,
      /^4 weight_grams 1\.5: must be a whole number from 1 to 1,000,000/,
      /^4 hs_code 12: must have 6 to 10 digits/,
      /^4 origin_country ZZ: must be a country code/,
      /^4 declared_value_currency : is needed for a declared value/,
      /^4 stock:Reno -1: must be a whole number from 0/,
      /^6 sku OK: is the SKU of line 2 too/,
      /^7 weight_grams 9{79}…: must be a whole number/,
      /^7 stock:Reno 3: must be empty: digital products have no stock/,
      /^8 sku : is required/,
    ])
      assert.ok(
        errors.some((error) => expected.test(error)),
        `${expected} in\n${errors.join('\n')}`,
      )
    assert.deepEqual(await listProducts(account), [])
  })

  it('rejects unknown columns, unknown warehouses and a file without SKUs', async () => {
    const account = await createAccount()
    const errors = importErrorsOf(await check(account, 'sku,colour,stock:Paris\nA,red,1\n'))
    assert.match(
      errors.join('\n'),
      /1 colour null: is not a column; the columns are sku, product_name/,
    )
    assert.match(errors.join('\n'), /1 stock:Paris null: names no warehouse; there are Reno/)
    assert.match(
      importErrorsOf(await check(account, 'product_name,kind\nA,digital\n')).join('\n'),
      /1 sku null: is missing/,
    )
  })

  it('compares SKUs and warehouses without case', async () => {
    const account = await createAccount()
    await run(account, importedMugs)
    const rows = 'mug-s,Cup,Cup,1\nCUP-1,Cup,One,1\ncup-1,Cup,Two,1\n'
    const errors = importErrorsOf(
      await check(account, `sku,product_name,variant_name,stock:reno\n${rows}`),
    )
    assert.match(
      errors.join('\n'),
      /2 sku mug-s: differs from the SKU MUG-S in upper and lower case/,
    )
    assert.match(errors.join('\n'), /4 sku cup-1: differs from line 3 in upper and lower case only/)
    assert.equal(errors.length, 2)
  })

  it('rejects values that a spreadsheet has destroyed, and keeps zeros', async () => {
    const account = await createAccount()
    const rows = '="0042",Cup,One\n4.00638E+12,Cup,Two\n=A1&B1,Cup,Three\n'
    const plan = await check(account, `sku,product_name,variant_name\n${rows}`)
    const errors = importErrorsOf(plan).join('\n')
    assert.match(errors, /3 sku 4.00638E\+12: was rounded by a spreadsheet/)
    assert.match(errors, /4 sku =A1&B1: is a formula/)
    const intact = await check(account, 'sku,product_name,variant_name\n="0042",Cup,One\n')
    assert.deepEqual([intact.changes[0]?.sku, intact.errors.length], ['0042', 0])
  })

  it('names all unknown columns of a shop in one error', async () => {
    const account = await createAccount()
    const csv = 'Handle,Title,Vendor,SKU\nmug,Mug,Larkin,A-1\n'
    const errors = importErrorsOf(await check(account, csv))
    assert.equal(errors.length, 1)
    assert.match(errors[0] ?? '', /1 handle null: is not a column, and neither are title, vendor;/)
  })

  it('has several addresses of pictures, as shops separate them', async () => {
    const account = await createAccount()
    const images =
      '"https://img.example/1.jpg, https://img.example/2.jpg|https://img.example/3.jpg"'
    const plan = await check(account, `sku,product_name,product_images\nA,Mug,${images}\n`)
    assert.deepEqual(
      plan.missing_pictures,
      [1, 2, 3].map((number) => `https://img.example/${number}.jpg`),
    )
  })

  it('rejects different values for one product, and a changed kind', async () => {
    const account = await createAccount()
    await run(account, importedMugs)
    const csv = 'sku,product_name,kind\nMUG-S,Mug,digital\nMUG-L,Jug,digital\n'
    const errors = importErrorsOf(await check(account, csv))
    assert.match(errors.join('\n'), /3 product_name Jug: differs from line 2/)
    assert.match(errors.join('\n'), /2 kind digital: cannot change after creation; enter physical/)
  })

  it('writes nothing when the last of many rows fails', async () => {
    const account = await createAccount()
    const rows = Array.from({ length: 300 }, (_, at) => `S${at},P${at},V,physical,5`)
    const csv = [
      'sku,product_name,variant_name,kind,stock:Reno',
      ...rows,
      'LATE,Late,V,physical,many',
    ].join('\n')
    const plan = await run(account, csv)
    assert.deepEqual(importErrorsOf(plan), [
      '302 stock:Reno many: must be a whole number from 0 to 10,000,000, without a unit and without separators',
    ])
    assert.deepEqual(await listProducts(account), [])
  })

  it('rejects more products than the account may have', async () => {
    const account = await createAccount()
    const rows = Array.from({ length: 1_001 }, (_, at) => `S${at},P${at},V`)
    const plan = await check(account, ['sku,product_name,variant_name', ...rows].join('\n'))
    assert.match(
      importErrorsOf(plan).join(),
      /^1002 product_name P1000: is one product too many: an account may have 1000/,
    )
  })

  it('rejects more variants than a product may have', async () => {
    const account = await createAccount()
    const rows = Array.from({ length: 101 }, (_, at) => `S${at},P,V`)
    const plan = await check(account, ['sku,product_name,variant_name', ...rows].join('\n'))
    assert.match(importErrorsOf(plan).join(), /^102 sku S100: is one too many/)
  })

  it('compares the catalogue with the check that the user has seen', async () => {
    const account = await createAccount()
    await run(account, importedMugs)
    const csv = 'sku,stock:Reno\nMUG-S,9\n'
    const { digest } = await check(account, csv)
    await run(account, 'sku,stock:Reno\nMUG-S,4\n')
    await assert.rejects(run(account, csv, digest), /changed since the check/)
    const { digest: newDigest } = await check(account, csv)
    assert.equal((await run(account, csv, newDigest)).stock.length, 1)
  })

  it('does not read or change another account', async () => {
    const [one, other] = [await createAccount(), await createAccount()]
    await run(one, importedMugs)
    const plan = await run(other, importedMugs.replace('300,5', '301,6'))
    assert.deepEqual(plan.variants, { created: 3, changed: 0, unchanged: 0 })
    const [mug] = await listProducts(one)
    assert.equal(mug?.variants[0]?.weight_grams, 300)
    assert.equal(mug?.variants[0]?.stock_levels[0]?.available, 5)
  })

  it('keeps a campaign from losing all its items', async () => {
    const account = await testDb.newAccount()
    await testDb.run(account.id, async (ctx) => {
      const variants = await catalogue.createDemoCatalogue(ctx)
      const { user } = await accounts.createUser(ctx, {
        email: 'dana@import.example',
        role: 'admin',
      })
      await campaigns.createDemoCampaigns(ctx, user.id, variants)
    })
    const skus = ['HOODIE-S', 'HOODIE-M', 'HOODIE-L', 'HOODIE-XL']
    const csv = ['sku,variant_archived', ...skus.map((sku) => `${sku},yes`)].join('\n')
    const plan = await run(account.id, csv)
    assert.match(
      importErrorsOf(plan).join(),
      /would leave no items in the campaign “Open day hoodies”/,
    )
    assert.deepEqual(
      importErrorsOf(await run(account.id, csv.replace('HOODIE-XL,yes', 'HOODIE-XL,no'))),
      [],
    )
  })
})

describe('two imports at the same time', () => {
  it('create each product once', async () => {
    const account = await createAccount()
    const plans = await Promise.all([
      run(account, importedMugs),
      run(account, importedMugs),
      run(account, importedMugs),
    ])
    assert.deepEqual(plans.map(({ products }) => products.created).sort(), [0, 0, 2])
    assert.equal((await listProducts(account)).length, 2)
  })

  it('apply one after the other, each with all its rows', async () => {
    const account = await createAccount()
    const rows = Array.from({ length: 200 }, (_, at) => `S${at}`)
    const file = (count: number, order: readonly string[]) =>
      [
        'sku,product_name,variant_name,stock:Reno',
        ...order.map((sku) => `${sku},P ${sku},V,${count}`),
      ].join('\n')
    await run(account, file(0, rows))
    await Promise.all([run(account, file(1, rows)), run(account, file(2, rows.toReversed()))])
    const counts = (await listProducts(account)).map(
      ({ variants }) => variants[0]?.stock_levels[0]?.available,
    )
    assert.equal(new Set(counts).size, 1)
  })

  it('do not lose a reservation that runs at the same time', async () => {
    const account = await createAccount()
    await run(account, importedMugs)
    const [mug] = await listProducts(account)
    const variant_id = mug?.variants[0]?.id ?? ''
    const reserve = (holder_id: string) =>
      testDb.run(account, (ctx) =>
        catalogue.reserve(ctx, { holder_id, lines: [{ variant_id, quantity: 1 }], team_id: null }),
      )
    await Promise.all([
      run(account, 'sku,stock:Reno\nMUG-S,50\n'),
      ...Array.from({ length: 5 }, () => reserve(crypto.randomUUID())),
    ])
    const [after] = await listProducts(account)
    const { available = 0, reserved } = after?.variants[0]?.stock_levels[0] ?? {}
    // Each reservation was before the import, which sets 50, or after it.
    assert.equal(reserved, 5)
    assert.ok(available >= 45 && available <= 50, String(available))
  })
})

describe('an export', () => {
  it('is imported without a change, into its account and into another one', async () => {
    const account = await testDb.newAccount()
    await testDb.run(account.id, (ctx) => catalogue.createDemoCatalogue(ctx))
    const tricky = [
      'sku,product_name,variant_name,description,kind,destination_mode,destinations,minimum_age,declared_value_minor,declared_value_currency,hs_code,variant_archived',
      `'=A1,"'=Formula","a ""quoted"", name","-1\r\n+2\t@x ",physical,deny,US-CA DE,18,1250,eur,6912.00,yes`,
    ].join('\n')
    assert.deepEqual(importErrorsOf(await run(account.id, tricky)), [])
    const csv = await exportAll(account.id)
    const again = await run(account.id, csv)
    assert.deepEqual([importErrorsOf(again), again.changes], [[], []])
    assert.equal(await exportAll(account.id), csv)
    const other = await testDb.newAccount()
    await testDb.run(other.id, async (ctx) => {
      for (const [name, country] of [
        ['Columbus', 'US'],
        ['Leipzig', 'DE'],
        ['Yokohama', 'JP'],
      ] as const)
        await catalogue.createWarehouse(ctx, { name, country })
    })
    assert.deepEqual(importErrorsOf(await run(other.id, csv)), [])
    assert.equal(await exportAll(other.id), csv)
  })

  it('tells warehouses of the same name apart', async () => {
    const account = await createAccount()
    await testDb.run(account, (ctx) =>
      catalogue.createWarehouse(ctx, { name: 'Reno', country: 'DE' }),
    )
    const csv = await exportAll(account)
    assert.match(csv, /stock:Reno \[[0-9a-f-]{36}\],stock:Reno \[[0-9a-f-]{36}\]/)
    const ambiguous = importErrorsOf(await check(account, 'sku,stock:Reno\nA,1\n'))
    assert.match(ambiguous.join(), /names no warehouse/)
  })
})

describe('a picture by URL', () => {
  it('is missing until it is loaded; the product then keeps it', async () => {
    const account = await createAccount()
    const csv =
      'sku,product_name,variant_name,product_images\nA,Mug,Mug,https://cdn.example/mug.png\n'
    const plan = await run(account, csv)
    assert.deepEqual(plan.missing_pictures, ['https://cdn.example/mug.png'])
    assert.deepEqual(await listProducts(account), [])
  })

  it('must be an address', async () => {
    const account = await createAccount()
    const csv = 'sku,product_name,variant_name,variant_images\nA,Mug,Mug,javascript:alert(1)\n'
    assert.match(
      importErrorsOf(await check(account, csv)).join(),
      /2 variant_images javascript:alert\(1\): must be addresses/,
    )
  })
})

describe('a bulk change', () => {
  it('changes all products or none', async () => {
    const account = await createAccount()
    await run(account, importedMugs)
    const products = await listProducts(account)
    const ids = products.map(({ id }) => id)
    const update = (bulkIds: readonly string[], change: campaigns.ProductBulkChange) =>
      testDb.run(account, (ctx) => campaigns.bulkUpdateProducts(ctx, bulkIds, change))
    const change = { destination_mode: 'allow', destinations: ['de'], weight_grams: 100 } as const
    await assert.rejects(update([...ids, crypto.randomUUID()], change), ApiError)
    assert.deepEqual(
      (await listProducts(account)).map((p) => p.destination_mode),
      ['all', 'all'],
    )
    await update(ids, change)
    const [mug, book] = await listProducts(account)
    assert.deepEqual([mug?.destinations, book?.destinations], [['DE'], ['DE']])
    assert.deepEqual(
      mug?.variants.map((v) => v.weight_grams),
      [100, 100],
    )
    assert.deepEqual(
      book?.variants.map((v) => v.weight_grams),
      [null],
    )
    await update(ids, { archived: true })
    assert.ok((await listProducts(account)).every(({ archived_at }) => archived_at !== null))
    const other = await createAccount()
    await assert.rejects(
      testDb.run(other, (ctx) => campaigns.bulkUpdateProducts(ctx, ids, { minimum_age: 18 })),
      ApiError,
    )
  })
})
