import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ApiError } from '#contract'
import * as gifting from '#gifting'
import { createTestApp } from '#test/api-harness'
import { buildWorkbook } from '#test/build-workbook'
import {
  createCups,
  createFulfilmentRunner,
  createRedeemedGift,
  findEmittedEvents,
} from '#test/fulfilment-fixture'
import { manual } from '../carriers/manual.ts'
import { createShippingConfig } from '../carriers/shipping-config.ts'
import * as fulfilment from '../index.ts'

const testApp = await createTestApp()
const shipper = createFulfilmentRunner(testApp, createShippingConfig([manual]))
const shop = await createCups(testApp, { Red: 500 })

async function createOrdered() {
  const id = await createRedeemedGift(testApp, shop)
  await shipper.run()
  const gift = await testApp.run((ctx) => gifting.find(ctx, id))
  const findParcel = async () => (await shipper.parcels(id))[0]
  return { id, reference: gift?.reference ?? '', barcode: `${gift?.reference}-1`, findParcel }
}

const options = { default_state: 'in_transit' } as const
type Options = Parameters<typeof fulfilment.importTrackingRow>[2]

const check = (csv: string, chosen: Options = options) =>
  testApp.run((ctx) => fulfilment.checkTrackingRows(ctx, fulfilment.parseTrackingFile(csv), chosen))

async function importFile(csv: string, chosen: Options = options) {
  const results = []
  for (const row of fulfilment.parseTrackingFile(csv))
    results.push(await testApp.run((ctx) => fulfilment.importTrackingRow(ctx, row, chosen)))
  return results
}

const statuses = (results: readonly { status: string }[]) => results.map(({ status }) => status)
const cellErrors = (results: readonly fulfilment.ImportResult[]) =>
  results.flatMap(({ line, errors }) =>
    errors.map(({ column, message }) => `${line} ${column} ${message}`),
  )
const withoutTime = (message: string) => message.replace(/(?<=before |after )\d{4}\S+Z$/, '…')
const header = 'parcel,carrier,tracking number,state,date'
const day = (offset: number) =>
  new Date(testApp.db.clock().getTime() + offset * 86_400_000).toISOString().slice(0, 10)

describe('a file with tracking numbers', () => {
  it('dispatches parcels by barcode and by gift reference, once for each event', async () => {
    const [one, two] = [await createOrdered(), await createOrdered()]
    const csv = [
      header,
      `${one.barcode},,1Z5R89390357567127,,`,
      `${two.reference.toLowerCase()},My courier,ABC 1,,`,
    ].join('\n')
    assert.deepEqual(statuses(await check(csv)), ['changed', 'changed'])
    assert.equal((await one.findParcel())?.state, 'ordered', 'a check changes nothing')
    assert.deepEqual(statuses(await importFile(csv)), ['changed', 'changed'])
    const first = await one.findParcel()
    assert.deepEqual([first?.state, first?.carrier], ['in_transit', 'UPS'])
    assert.match(first?.tracking_url ?? '', /^https:\/\/www\.ups\.com/)
    const second = await two.findParcel()
    assert.deepEqual([second?.carrier, second?.tracking_code], ['My courier', 'ABC 1'])
    for (const { id } of [one, two])
      assert.equal(await findEmittedEvents(testApp, id), 'created redeemed dispatched')
  })

  it('changes nothing when it is imported again', async () => {
    const gift = await createOrdered()
    const csv = [
      header,
      `${gift.barcode},UPS,1Z5R89390357567127,in transit,${day(0)}`,
      `${gift.barcode},,,out for delivery,`,
      `${gift.barcode},,,Delivered,`,
    ].join('\n')
    assert.deepEqual(statuses(await importFile(csv)), ['changed', 'changed', 'changed'])
    const before = await gift.findParcel()
    assert.equal(before?.state, 'delivered')
    assert.deepEqual(statuses(await importFile(csv)), ['unchanged', 'unchanged', 'unchanged'])
    assert.deepEqual(await gift.findParcel(), before)
    assert.equal(await findEmittedEvents(testApp, gift.id), 'created redeemed dispatched delivered')
  })

  it('changes a parcel once when ten uploads run at the same instant', async () => {
    const gift = await createOrdered()
    const csv = `${header}\n${gift.barcode},UPS,1Z5R89390357567127,,`
    const results = await Promise.all(Array.from({ length: 10 }, () => importFile(csv)))
    const changed = results.flat().filter(({ status }) => status === 'changed')
    assert.equal(changed.length, 1)
    assert.equal(await findEmittedEvents(testApp, gift.id), 'created redeemed dispatched')
  })

  it('leaves the state when rows without one shall not dispatch', async () => {
    const gift = await createOrdered()
    const csv = `${header}\n${gift.barcode},UPS,1Z5R89390357567127,,`
    assert.deepEqual(statuses(await importFile(csv, { default_state: null })), ['changed'])
    const parcel = await gift.findParcel()
    assert.deepEqual([parcel?.state, parcel?.tracking_code], ['ordered', '1Z5R89390357567127'])
  })

  it('imports the valid rows of a file with invalid ones', async () => {
    const gift = await createOrdered()
    const csv = `${header}\nGR-UNKNOWN1-1,UPS,1,,\n${gift.barcode},UPS,2,,\n,UPS,3,,`
    assert.deepEqual(statuses(await importFile(csv)), ['rejected', 'changed', 'rejected'])
    assert.equal((await gift.findParcel())?.tracking_code, '2')
  })

  for (const [state, expected] of [
    ['Returned to sender', 'returned'],
    ['RETURN_TO_SENDER', 'returned'],
    ['Available for pickup', 'delivery_attempt_failed'],
    ['failed attempt', 'delivery_attempt_failed'],
    ['In-Transit', 'in_transit'],
  ] as const)
    it(`reads the state ${state}, and a date with slashes`, async () => {
      const gift = await createOrdered()
      const date = day(0).replaceAll('-', '/').replaceAll('/0', '/')
      const shipped = `${gift.barcode},UPS,1Z5R89390357567127,shipped,${date}`
      const csv = [header, shipped, `${gift.barcode},,,${state},`].join('\n')
      const rows = await importFile(csv)
      assert.equal(rows[0]?.status, 'changed', JSON.stringify(rows))
      assert.equal((await gift.findParcel())?.state, expected)
    })

  it('reports errors by cell', async () => {
    const gift = await createOrdered()
    const simulatedId = await createRedeemedGift(testApp, shop)
    await createFulfilmentRunner(testApp).run()
    const simulated = await testApp.run((ctx) => gifting.find(ctx, simulatedId))
    const unplanned = await testApp.run(async (ctx) => gifting.find(ctx, await shop.createGift()))
    const csv = [
      header,
      `${gift.barcode},UPS,1,flying,`,
      `${gift.barcode},UPS,1,,31.12.2026`,
      `${gift.barcode},UPS,1,,${day(3)}`,
      `${gift.reference}-2,UPS,1,,`,
      `${gift.barcode},,,,`,
      `${gift.barcode},${'x'.repeat(101)},1,,`,
      `${gift.barcode},UPS,1,returned,`,
      `${simulated?.reference},UPS,1,,`,
      `${unplanned?.reference},UPS,1,,`,
      `${gift.barcode},UPS,1,,`,
      `${gift.barcode},UPS,2,,`,
      `${gift.barcode},UPS,1,,1970-01-01`,
      `${gift.barcode},UPS,1,,9999-12-31`,
    ].join('\n')
    assert.deepEqual(cellErrors(await check(csv)).map(withoutTime), [
      '2 state is unknown; write one of: in transit, out for delivery, delivery attempt failed, delivered, returned, lost',
      '3 date must look like 2026-05-01 or 2026-05-01T10:30:00Z',
      '4 date is in the future; write a time before …',
      '5 parcel is not one of the 1 parcels',
      '6 tracking_number is empty; write a tracking number or a state',
      '7 carrier has more than 100 characters',
      '8 state cannot be returned: the parcel is ordered',
      '9 parcel is shipped by a carrier that reports its progress',
      '10 parcel has no parcel yet',
      '12 tracking_number differs from line 8, which has the same parcel',
      '13 date is before the parcel existed; write a time after …',
      '14 date is in the future; write a time before …',
    ])
  })

  it('rejects a date before the last progress', async () => {
    const gift = await createOrdered()
    await importFile(`${header}\n${gift.barcode},UPS,1,in transit,${day(0)}`)
    const earlier = new Date(testApp.db.clock().getTime() - 13 * 3_600_000).toISOString()
    const [result] = await check(`${header}\n${gift.barcode},UPS,1,delivered,${earlier}`)
    assert.match(result?.errors[0]?.message ?? '', /^is before the last progress of the parcel, 20/)
    const sameDay = `${header}\n${gift.barcode},UPS,1,delivered,${day(0)}`
    assert.deepEqual(statuses(await importFile(sameDay)), ['changed'])
    assert.equal((await gift.findParcel())?.state, 'delivered')
  })

  it('does not name the gifts of another account', async () => {
    const other = await createTestApp()
    const gift = await createOrdered()
    const rows = fulfilment.parseTrackingFile(`${header}\n${gift.barcode},UPS,1,,`)
    const results = await other.run((ctx) => fulfilment.checkTrackingRows(ctx, rows, options))
    assert.deepEqual(cellErrors(results), ['2 parcel is not a gift of this account'])
  })
})

describe('the format of a file', () => {
  it('accepts semicolons, tabs, a byte order mark, quotes and other column names', () => {
    const files = [
      '\ufeffParcel barcode;Tracking-Code;Carrier\r\nGR-A-1;"1;2";UPS\r\n\r\n',
      'Reference\tTracking number\tCourier\nGR-A-1\t"1;2"\tUPS',
    ]
    for (const file of files)
      assert.deepEqual(fulfilment.parseTrackingFile(file), [
        {
          line: 2,
          cells: { parcel: 'GR-A-1', carrier: 'UPS', tracking_number: '1;2', state: '', date: '' },
        },
      ])
  })

  // biome-ignore format: one case a line
  const invalid: readonly (readonly [string, string, RegExp])[] = [
    ['an empty file',        '', /is empty/],
    ['a header only',        header, /no rows/],
    ['no parcel column',     'a,b\n1,2', /no column “parcel”/],
    ['nothing to import',    'parcel,date\n1,2', /neither a column/],
    ['an open quotation mark', `${header}\nGR-A-1,"UPS`, /quotation mark without its second one.*line 2/],
    ['too many rows',        `${header}\n${'GR-A-1,UPS,1,,\n'.repeat(5_001)}`, /more than 5,000 rows/],
    ['too many bytes',       `${header}\n${'x'.repeat(1_000_001)}`, /larger than 1 MB/],
  ]
  for (const [name, file, message] of invalid)
    it(`rejects ${name}`, () => {
      assert.throws(
        () => fulfilment.parseTrackingFile(file),
        (error: unknown) =>
          error instanceof ApiError && message.test(error.fieldErrors[0]?.message ?? ''),
      )
    })

  it('accepts what spreadsheets write around a value', () => {
    const file = `sep=;\r\nSent today;;\r\n\r\nYour reference;Sendungsnummer;;\r\n="GR-A-1";="0034";;\n'GR-A-2;'0035;;\n`
    assert.deepEqual(
      fulfilment
        .parseTrackingFile(file)
        .map(({ line, cells }) => [line, cells.parcel, cells.tracking_number]),
      [
        [5, 'GR-A-1', '0034'],
        [6, 'GR-A-2', '0035'],
      ],
    )
  })

  it('reads a workbook, and the columns that a user chose', () => {
    const rows = [
      ['Nr', 'Code'],
      ['GR-A-1', '0034'],
      ['GR-A-2', 782345678901],
    ]
    const workbook = buildWorkbook([{ name: 'Sent', rows }])
    const format = { columns: { parcel: 0, tracking_number: 1 } }
    assert.deepEqual(
      fulfilment.parseTrackingFile(workbook, format).map(({ cells }) => cells.tracking_number),
      ['0034', '782345678901'],
    )
    assert.throws(() => fulfilment.parseTrackingFile(workbook), ApiError)
    assert.throws(
      () => fulfilment.parseTrackingFile(workbook, { columns: { parcel: 0, colour: 1 } }),
      ApiError,
    )
  })

  it('parses 5,000 rows', () => {
    const rows = fulfilment.parseTrackingFile(`${header}\n${'GR-A-1,UPS,1,,\n'.repeat(5_000)}`)
    assert.equal(rows.length, 5_000)
    assert.equal(rows.at(-1)?.line, 5_001)
  })
})
