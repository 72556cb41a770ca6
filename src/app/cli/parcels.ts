import { type Command, Option } from '@commander-js/extra-typings'
import { ApiError, isTimestamp, throwIfAny } from '#contract'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { accountOf } from './accounts.ts'
import { recordChange, toGiftSubject } from './operator-changes.ts'
import { printResult } from './output.ts'
import { importCommand } from './parcels-import.ts'
import { type Session, withService } from './session.ts'

export function parcels(command: Command, session: Session): void {
  trackCommand(command, session)
  scanCommand(command, session)
  importCommand(command, session)
}

function trackCommand(command: Command, session: Session): void {
  command
    .command('track')
    .description('enter the tracking code of a manually shipped parcel')
    .requiredOption('--account <id>', 'the account of the parcel')
    .requiredOption('--id <id>', 'the id of the parcel')
    .requiredOption('--code <code>', 'the tracking code')
    .option('--carrier <name>', 'the name of the carrier')
    .option('--url <url>', 'the tracking page')
    .action(({ account, id, code, carrier, url }) =>
      withService(session, async (service) => {
        const owner = await accountOf(service, account)
        const tracks = {
          tracking_code: code,
          ...(carrier === undefined ? {} : { carrier_name: carrier }),
          ...(url === undefined ? {} : { tracking_url: url }),
        }
        const isEntered = await service.run(owner.id, async (ctx) => {
          const found = await fulfilment.enterTracking(ctx, id, tracks)
          if (found) await recordParcelChange(ctx, 'gift_request.enter_tracking', id)
          return found
        })
        if (!isEntered)
          throw new ApiError('not_found', {
            message: `There is no manually shipped parcel ${id}.`,
          })
        printResult(session, { parcel: { id, tracking_code: code } }, () => 'Recorded.')
      }),
    )
}

function scanCommand(command: Command, session: Session): void {
  command
    .command('scan')
    .description('record a scan of a parcel in place of its carrier')
    .requiredOption('--account <id>', 'the account of the parcel')
    .requiredOption('--id <id>', 'the id of the parcel')
    .addOption(
      new Option('--state <state>', 'the state')
        .choices(fulfilment.scanStates)
        .makeOptionMandatory(),
    )
    .option('--at <timestamp>', 'the time, such as 2026-05-01T10:30:00Z; default: now')
    .option('--description <text>', 'a description')
    .option('--location <text>', 'the location')
    .action(({ account, id, state, at, description, location }) =>
      withService(session, async (service) => {
        if (at !== undefined && !isTimestamp(at)) rejectTimestamp()
        const owner = await accountOf(service, account)
        const scan: fulfilment.ManualScan = {
          state,
          ...(at === undefined ? {} : { occurred_at: new Date(at) }),
          ...(description === undefined ? {} : { description }),
          ...(location === undefined ? {} : { location }),
        }
        const tracked = await service.run(owner.id, async (ctx) => {
          const outcome = await fulfilment.recordScan(ctx, id, scan)
          if (outcome !== undefined)
            await recordParcelChange(ctx, 'gift_request.record_progress', id, { state })
          return outcome
        })
        if (tracked === undefined)
          throw new ApiError('not_found', {
            message: `No carrier has a parcel ${id} of this account.`,
          })
        printResult(session, { parcel: { id, state, tracked } }, () => 'Recorded.')
      }),
    )
}

async function recordParcelChange(
  ctx: TxContext,
  action: string,
  parcel_id: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  const gift_id = await fulfilment.findGiftOfParcel(ctx, parcel_id)
  const gift = gift_id && (await gifting.find(ctx, gift_id))
  if (gift) recordChange(ctx, action, toGiftSubject(gift), { parcel_id, ...details })
}

const rejectTimestamp = () =>
  throwIfAny([
    { code: 'invalid_format', param: '--at', message: 'must look like 2026-05-01T10:30:00Z' },
  ])
