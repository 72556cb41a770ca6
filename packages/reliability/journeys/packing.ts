import { setTimeout as sleep } from 'node:timers/promises'
import { launchBrowser } from '#test/chromium'
import { eventually } from '#test/eventually'
import { openPage } from '#test/web-app-page'
import { type ProductionInstance, startProductionInstance } from './instance.ts'
import { type CheckMethod, createPacker, type Packer } from './packer.ts'
import { createRedeemedGifts, type RedeemedGift } from './redeemed-gifts.ts'

/** The result of the journey: figures to print, and problems. A successful journey has no problems. */
export interface JourneyResult {
  figures: [name: string, figure: string | number][]
  problems: string[]
}

/**
 * Makes two people pack all parcels of a production instance and give them to the carrier. Each uses a
 * browser by keyboard. Kills the service with SIGKILL after a third of the parcels, and starts it again.
 */
export async function packByKeyboard(giftCount: number): Promise<JourneyResult> {
  const instance = await startProductionInstance()
  const browsers: Awaited<ReturnType<typeof launchBrowser>>[] = []
  try {
    const gifts = await createRedeemedGifts(instance, giftCount)
    await waitForParcels(instance, giftCount)
    const killer = createKiller(instance, Math.floor(giftCount / 3))
    const packers: Packer[] = []
    for (const [name, method] of [
      ['Pat Packer', 'scan'],
      ['Kim Packer', 'space'],
    ] as const) {
      const browser = await launchBrowser()
      browsers.push(browser)
      packers.push(await openStation(instance, browser, name, method, killer.onHandedOver))
    }
    const startedAt = performance.now()
    await Promise.all(packers.map((packer) => packer.packAll()))
    const seconds = (performance.now() - startedAt) / 1000
    await killer.finished()
    const problems = await findProblems(instance, gifts, packers)
    if (killer.count() === 0) problems.push('the service was not killed')
    return { figures: describe(packers, seconds, killer.downMs()), problems }
  } finally {
    for (const { close } of browsers) await close()
    await instance.remove()
  }
}

/**
 * The page timeout in milliseconds. A busy machine needs this long to load the
 * web app in two browsers at once.
 */
const pageTimeoutMs = 120_000

async function openStation(
  { origin, createUser }: ProductionInstance,
  { browser }: Awaited<ReturnType<typeof launchBrowser>>,
  name: string,
  method: CheckMethod,
  onHandedOver: () => void,
): Promise<Packer> {
  const credentials = await createUser('packer', name)
  const { page } = await openPage(browser, { viewport: { width: 1280, height: 800 } })
  page.setDefaultTimeout(pageTimeoutMs)
  const packer = createPacker(name, page, method, onHandedOver)
  await page.goto(`${origin}/`)
  await packer.signIn(credentials)
  return packer
}

async function waitForParcels({ admin }: ProductionInstance, count: number): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(100)) {
    const { json } = await admin.get('/packing/summary')
    if (json.waiting === count) return
  }
  throw new Error(`${count} parcels did not reach the queue within a minute`)
}

/** Kills the service once, after this number of parcels was given to the carrier, and starts it again. */
function createKiller({ service }: ProductionInstance, after: number) {
  let handedOver = 0
  let killed: Promise<void> | undefined
  let downMs = 0
  const kill = async () => {
    const startedAt = performance.now()
    await service.kill()
    service.start()
    await service.waitUntilReady()
    downMs = performance.now() - startedAt
  }
  return {
    onHandedOver() {
      handedOver += 1
      if (handedOver === after) killed = kill()
    },
    finished: async () => killed,
    count: () => (killed === undefined ? 0 : 1),
    downMs: () => downMs,
  }
}

interface PackedRow {
  gift_request_id: string
  state: string
  packed_by: string
  tracking_code: string
  handed_over: boolean
  scans: number
}

/** Ends the time to undo of all hand-overs, and waits until they have taken effect. */
async function endUndoTimes(instance: ProductionInstance): Promise<void> {
  await instance.query('update fulfilment.pending_hand_over set due_at = now()')
  await eventually(
    async () => (await instance.query('select from fulfilment.pending_hand_over')).length === 0,
    { message: 'all hand-overs have taken effect', timeoutMs: 60_000 },
  )
}

async function findProblems(
  instance: ProductionInstance,
  gifts: readonly RedeemedGift[],
  packers: readonly Packer[],
): Promise<string[]> {
  const problems = packers.flatMap(({ name, findLeaks }) =>
    findLeaks().map((leak) => `${name}: ${leak}, without a lease`),
  )
  await endUndoTimes(instance)
  const rows = await instance.query<PackedRow>(
    `select p.gift_request_id, g.state, k.packed_by, p.tracking_code, k.handed_over_at is not null as handed_over,
            (select count(*)::int from fulfilment.scan s
              where s.account_id = p.account_id and s.parcel_id = p.id) as scans
       from fulfilment.parcel p
       join gifting.gift_request g on g.account_id = p.account_id and g.id = p.gift_request_id
       left join fulfilment.packing k on k.account_id = p.account_id and k.parcel_id = p.id`,
  )
  for (const { id, reference } of gifts) {
    const own = rows.filter(({ gift_request_id }) => gift_request_id === id)
    const isOnce =
      own.length === 1 &&
      own.every(
        ({ handed_over, state, tracking_code, scans }) =>
          handed_over &&
          state === 'in_transit' &&
          tracking_code === `NO-${reference}-1` &&
          scans === 1,
      )
    if (!isOnce) problems.push(`${reference} did not ship exactly once: ${JSON.stringify(own)}`)
  }
  const repeated = await instance.query<{ action: string; subject: string }>(
    `select action, subject_id as subject from access.audit_entry
      where action in ('packing.pack', 'packing.hand_over')
      group by 1, 2 having count(*) > 1`,
  )
  problems.push(...repeated.map(({ action, subject }) => `${action} of ${subject} is logged twice`))
  if (new Set(rows.map(({ packed_by }) => packed_by)).size !== packers.length)
    problems.push('one of the packers packed nothing')
  return problems
}

function describe(packers: readonly Packer[], seconds: number, downMs: number) {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const figures: JourneyResult['figures'] = [
    ['parcels handed over', sum(packers.map(({ counts }) => counts.parcels))],
    ['seconds in all', seconds.toFixed(1)],
    ['seconds without the service', (downMs / 1000).toFixed(1)],
  ]
  for (const { name, counts, errors } of packers) {
    const sorted = counts.durations.toSorted((a, b) => a - b)
    const middle = sorted[Math.floor(sorted.length / 2)] ?? 0
    figures.push(
      [`${name}: parcels`, counts.parcels],
      [`${name}: keys for each parcel`, (counts.keys / counts.parcels).toFixed(1)],
      [`${name}: scans for each parcel`, (counts.scans / counts.parcels).toFixed(1)],
      [`${name}: repeated steps`, counts.repeats],
      [`${name}: median ms for each parcel`, Math.round(middle)],
      ...[...errors].map((text): [string, string] => [`${name} read an error`, text]),
    )
  }
  return figures
}
