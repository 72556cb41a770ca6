import type { Command } from '@commander-js/extra-typings'
import type { CliContext } from './context.ts'
import { UsageError } from './errors.ts'
import { withServiceOptions } from './flags.ts'
import { change, dryRunQuery, type FormatGift } from './gift-flags.ts'
import { addGiftGreeting } from './gift-greeting.ts'
import { addGiftRepairs } from './gift-repairs.ts'
import { formatPairs, formatTable, printResult } from './print.ts'
import { createService } from './service.ts'

/**
 * Adds the commands that change one gift request after it was sent, and the commands that show its details.
 */
export function addGiftChanges(command: Command, context: CliContext, format: FormatGift): void {
  extendCommand(command, context, format)
  remindCommand(command, context, format)
  correctEmailCommand(command, context, format)
  reissueLinkCommand(command, context, format)
  sendAgainCommand(command, context, format)
  resendEmailsCommand(command, context)
  detailsCommand(command, context)
  parcelsCommand(command, context)
  addGiftGreeting(command, context)
  addGiftRepairs(command, context, format)
}

function extendCommand(command: Command, context: CliContext, format: FormatGift): void {
  change(command, 'extend', 'extend the expiry of a gift request')
    .option('--days <count>', 'the number of days to add')
    .option('--until <time>', 'the new expiry, such as 2026-12-24T18:00:00Z')
    .action(async (id, { days, until, ...options }) => {
      if (days !== undefined && !/^[1-9]\d{0,2}$/.test(days))
        throw new UsageError('must be a whole number of days', '--days')
      const body = {
        ...(days === undefined ? {} : { days: Number(days) }),
        ...(until === undefined ? {} : { expires_at: until }),
      }
      const { client } = createService(context, options)
      const gift = await client.giftRequests.extend(id, body, dryRunQuery(options))
      printResult(context, gift, () => format(gift))
    })
}

function remindCommand(command: Command, context: CliContext, format: FormatGift): void {
  change(command, 'remind', 'send a reminder to the recipient').action(async (id, options) => {
    const { client } = createService(context, options)
    const gift = await client.giftRequests.remind(id, dryRunQuery(options))
    printResult(context, gift, () => format(gift))
  })
}

function correctEmailCommand(command: Command, context: CliContext, format: FormatGift): void {
  change(command, 'correct-email', 'send the email to another address')
    .requiredOption('--email <address>', 'the address of the recipient')
    .action(async (id, { email, ...options }) => {
      const { client } = createService(context, options)
      const gift = await client.giftRequests.correctEmail(id, { email }, dryRunQuery(options))
      printResult(context, gift, () => format(gift))
    })
}

function reissueLinkCommand(command: Command, context: CliContext, format: FormatGift): void {
  change(command, 'reissue-link', 'replace the link; the old one stops working').action(
    async (id, options) => {
      const { client } = createService(context, options)
      const gift = await client.giftRequests.reissueLink(id, dryRunQuery(options))
      printResult(context, gift, () => format(gift))
    },
  )
}

function sendAgainCommand(command: Command, context: CliContext, format: FormatGift): void {
  change(command, 'send-again', 'send a gift again that expired, was declined or did not arrive')
    .option('--email <address>', 'another address of the recipient')
    .action(async (id, { email, ...options }) => {
      const { client } = createService(context, options)
      const body = email === undefined ? {} : { email }
      const reissue = await client.giftRequests.sendAgain(id, body, dryRunQuery(options))
      printResult(context, reissue, () => format(reissue.gift_request))
    })
}

function resendEmailsCommand(command: Command, context: CliContext): void {
  change(command, 'resend-emails', 'send emails again: the named ones, or those that failed')
    .option('--email-id <id...>', 'the id of an email')
    .action(async (id, { emailId, ...options }) => {
      const { client } = createService(context, options)
      const body = emailId === undefined ? {} : { email_ids: emailId }
      const { data } = await client.giftRequests.resendEmails(id, body, dryRunQuery(options))
      const rows = data.map((email) => [email.id, email.kind, email.state, email.to ?? ''])
      printResult(context, { data }, () =>
        formatTable(['ID', 'KIND', 'STATE', 'TO'], rows, 'No email was sent.'),
      )
    })
}

function detailsCommand(command: Command, context: CliContext): void {
  withServiceOptions(command.command('details'))
    .description('show the internal state, the times, and what is possible now')
    .argument('<id>', 'the id of the gift request')
    .action(async (id, options) => {
      const details = await createService(context, options).client.giftRequests.details(id)
      const { actions, ...facts } = details
      printResult(context, details, () =>
        formatPairs({
          state: facts.state,
          expires: facts.expires_at,
          opened: facts.opened_at ?? undefined,
          possible: Object.entries(actions)
            .filter(([, reason]) => reason === null)
            .map(([name]) => name)
            .join(', '),
        }),
      )
    })
}

function parcelsCommand(command: Command, context: CliContext): void {
  withServiceOptions(command.command('parcels'))
    .description('show the parcels of a gift request')
    .argument('<id>', 'the id of the gift request')
    .action(async (id, options) => {
      const { data } = await createService(context, options).client.giftRequests.parcels(id)
      const rows = data.map((parcel) => [
        String(parcel.number),
        parcel.state,
        parcel.carrier ?? '',
        parcel.tracking_code ?? '',
        parcel.estimated_at ?? '',
      ])
      const headers = ['NUMBER', 'STATE', 'CARRIER', 'TRACKING', 'EXPECTED']
      printResult(context, { data }, () => formatTable(headers, rows, 'There are no parcels.'))
    })
}
