import type { Command } from '@commander-js/extra-typings'
import type { CliContext } from './context.ts'
import { change, dryRunQuery, type FormatGift, parsePair, toMessage } from './gift-flags.ts'
import { formatTable, printResult } from './print.ts'
import { createService } from './service.ts'

/** Adds the commands that correct a gift request, its address and its parcels. */
export function addGiftRepairs(command: Command, context: CliContext, format: FormatGift): void {
  updateCommand(command, context, format)
  changeAddressCommand(command, context, format)
  shipAgainCommand(command, context)
}

function updateCommand(command: Command, context: CliContext, format: FormatGift): void {
  change(command, 'update', 'change the schedule, the message or the metadata')
    .option('--send-at <time>', 'send at this time')
    .option('--expires-at <time>', 'the new expiry, such as 2026-12-24T18:00:00Z')
    .option('--subject <text>', 'the subject; with --message')
    .option('--message <text>', 'the message; with --subject')
    .option('--metadata <pair...>', 'name=value; replaces all pairs')
    .action(async (id, { sendAt, expiresAt, subject, message, metadata, ...options }) => {
      const body = {
        ...(sendAt === undefined ? {} : { send_at: sendAt }),
        ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
        ...toMessage(subject, message),
        ...(metadata === undefined
          ? {}
          : { metadata: Object.fromEntries(metadata.map(parsePair)) }),
      }
      const { client } = createService(context, options)
      const gift = await client.giftRequests.update(id, body as never, dryRunQuery(options))
      printResult(context, gift, () => format(gift))
    })
}

/** The options for an address, and the member of the address that each option sets. */
const addressMembers = {
  name: 'name',
  line1: 'line_1',
  line2: 'line_2',
  city: 'city',
  region: 'region',
  postalCode: 'postal_code',
  country: 'country',
  phone: 'phone',
} as const

function changeAddressCommand(command: Command, context: CliContext, format: FormatGift): void {
  change(command, 'change-address', 'change the address of a parcel that is not on its way')
    .option('--name <name>', 'of the recipient')
    .option('--line-1 <text>', 'street and number')
    .option('--line-2 <text>', 'a second line')
    .option('--city <city>', 'the city')
    .option('--region <region>', 'the state or province')
    .option('--postal-code <code>', 'the postal code')
    .option('--country <code>', 'two letters, such as DE')
    .option('--phone <number>', 'for the carrier')
    .action(async (id, options) => {
      // The request omits missing fields, so that the service reports all of them at once.
      const members = Object.entries(addressMembers).flatMap(([flag, member]) => {
        const value = options[flag as keyof typeof addressMembers]
        return value === undefined ? [] : [[member, value]]
      })
      const body = { shipping_address: Object.fromEntries(members) }
      const { client } = createService(context, options)
      const gift = await client.giftRequests.changeAddress(id, body, dryRunQuery(options))
      printResult(context, gift, () => format(gift))
    })
}

function shipAgainCommand(command: Command, context: CliContext): void {
  change(command, 'ship-again', 'ship the items of a lost, returned or cancelled parcel again')
    .requiredOption('--parcel <id>', 'the id of the parcel, as `gifts parcels --json` shows it')
    .action(async (id, { parcel, ...options }) => {
      const { client } = createService(context, options)
      const body = { parcel_id: parcel }
      const { data } = await client.giftRequests.shipAgain(id, body, dryRunQuery(options))
      const rows = data.map((each) => [String(each.number), each.state, each.replaces ?? ''])
      printResult(context, { data }, () =>
        formatTable(['NUMBER', 'STATE', 'REPLACES'], rows, 'There are no parcels.'),
      )
    })
}
