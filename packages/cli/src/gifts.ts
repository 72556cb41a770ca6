import { readFileSync } from 'node:fs'
import { Command, Option } from '@commander-js/extra-typings'
import type { CliContext } from './context.ts'
import { readInput } from './context.ts'
import { UsageError } from './errors.ts'
import { withServiceOptions } from './flags.ts'
import { addGiftChanges } from './gift-changes.ts'
import { parsePair, toMessage } from './gift-flags.ts'
import { importGifts } from './import-gifts.ts'
import { formatPairs, formatTable, printResult } from './print.ts'
import type { GiftRequest, NewGiftRequest } from './sdk.ts'
import { createService } from './service.ts'

export function gifts(context: CliContext) {
  const command = new Command('gifts').description('the gift requests of the account')
  createCommand(command, context)
  listCommand(command, context)

  withServiceOptions(command.command('get'))
    .description('show one gift request')
    .argument('<id>', 'the id of the gift request')
    .action(async (id, options) => {
      const gift = await createService(context, options).client.giftRequests.get(id)
      printResult(context, gift, () => formatGift(gift))
    })

  withServiceOptions(command.command('history'))
    .description('show all state transitions, including those without a webhook')
    .argument('<id>', 'the id of the gift request')
    .action(async (id, options) => {
      const { data } = await createService(context, options).client.giftRequests.history(id)
      const rows = data.map(({ at, from, to, cause, events }) => [
        at,
        from,
        to,
        cause,
        events.join(', '),
      ])
      const headers = ['AT', 'FROM', 'TO', 'CAUSE', 'EVENTS']
      printResult(context, { data }, () => formatTable(headers, rows, 'There are no transitions.'))
    })

  withServiceOptions(command.command('cancel'))
    .description('cancel a gift request that is not dispatched')
    .argument('<id>', 'the id of the gift request')
    .action(async (id, options) => {
      const gift = await createService(context, options).client.giftRequests.cancel(id)
      printResult(context, gift, () => formatGift(gift))
    })

  withServiceOptions(command.command('advance'))
    .description('advance a gift request to a state, with all transitions on the path; in staging')
    .argument('<id>', 'the id of the gift request')
    .requiredOption('--to <state>', 'such as redeemed, in_transit or delivered')
    .action(async (id, { to, ...options }) => {
      const { client } = createService(context, options)
      const gift = await client.testHelpers.advanceGiftRequest(id, { to: to as never })
      printResult(context, gift, () => formatGift(gift))
    })

  addGiftChanges(command, context, formatGift)
  return command
}

function createCommand(command: Command, context: CliContext): void {
  withServiceOptions(command.command('create'))
    .description('send a gift, or one for each row of a file')
    .option('--campaign <id>', 'the campaign')
    .option('--first-name <name>', 'of the recipient')
    .option('--last-name <name>', 'of the recipient')
    .option('--email <address>', 'of the recipient')
    .option('--subject <text>', 'the subject, instead of the campaign’s; with --message')
    .option('--message <text>', 'the message')
    .option('--send-at <time>', 'send at this time')
    .option('--metadata <pair...>', 'name=value, stored with the gift request')
    .option('--locale <language>', 'the language for the recipient: en, de, es, fr or ja')
    .option('--sender-email <address>', 'of the user that the gift is from')
    .option('--sender-name <name>', 'the name of the sender that the recipient reads')
    .option('--body <file>', 'the whole body as JSON; - for standard input')
    .option('--csv <file>', 'one gift for each row; - for standard input')
    .option('--dry-run', 'validate everything and send nothing')
    .option('--resend', 'resend a file that was already sent')
    .option('--idempotency-key <key>', 'requests with the same key send one gift')
    .action(async (options) => {
      const { csv, body, campaign, dryRun = false, resend = false } = options
      const service = createService(context, options)
      if (csv !== undefined) {
        const bytes = csv === '-' ? await readInput(context) : readInputFile(csv)
        return importGifts(context, service, bytes, { campaign, dryRun, resend })
      }
      const giftRequest = body === undefined ? buildBody(options) : await readBody(context, body)
      const key = options.idempotencyKey
      if (dryRun) {
        await service.client.giftRequests.createMany(
          { gift_requests: [giftRequest] },
          { dry_run: true },
        )
        return printResult(
          context,
          { dry_run: true, valid: 1 },
          () => 'The gift request is valid. Nothing was sent.',
        )
      }
      const gift = await service.client.giftRequests.create(
        giftRequest,
        key === undefined ? {} : { idempotencyKey: key },
      )
      printResult(context, gift, () => formatGift(gift))
    })
}

function listCommand(command: Command, context: CliContext): void {
  const statuses = ['submitted', 'redeemed', 'dispatched', 'delivered', 'cancelled'] as const
  withServiceOptions(command.command('list'))
    .description('show gift requests, newest first')
    .addOption(
      new Option('--status <status>', 'only gift requests with this status').choices(statuses),
    )
    .option('--campaign <id>', 'only gift requests of this campaign')
    .option('--email <address>', 'only gift requests to this recipient')
    .option('--reference <reference>', 'only the gift request with this reference')
    .option('--limit <count>', 'the maximum number; default: 25')
    .option('--after <id>', 'only gift requests after this id: the last id of the previous page')
    .action(async ({ status, campaign, email, reference, after, limit = '25', ...options }) => {
      if (!/^[1-9]\d{0,5}$/.test(limit)) throw new UsageError('must be a whole number', '--limit')
      const { client } = createService(context, options)
      const query = {
        ...(status === undefined ? {} : { status }),
        ...(campaign === undefined ? {} : { campaign_id: campaign }),
        ...(email === undefined ? {} : { recipient_email: email }),
        ...(reference === undefined ? {} : { reference }),
        ...(after === undefined ? {} : { after }),
        limit: Math.min(100, Number(limit)),
      }
      // The query requests one additional entry to find out whether there are more entries.
      const fetched = await client.giftRequests.list(query).toArray({ limit: Number(limit) + 1 })
      const data = fetched.slice(0, Number(limit))
      const has_more = fetched.length > data.length
      const rows = data.map((gift) => [
        gift.id,
        gift.reference,
        gift.status,
        gift.recipient.name,
        gift.campaign?.name,
        gift.created_at,
      ])
      const headers = ['ID', 'REFERENCE', 'STATUS', 'RECIPIENT', 'CAMPAIGN', 'CREATED']
      printResult(context, { data, has_more }, () =>
        [
          formatTable(headers, rows, 'No gift request matches.'),
          ...(has_more ? [`For more: --after ${data.at(-1)?.id}`] : []),
        ].join('\n'),
      )
    })
}

/** Formats a gift request: its most important fields and the links. */
const formatGift = (gift: GiftRequest): string =>
  formatPairs({
    id: gift.id,
    reference: gift.reference,
    status: gift.status,
    recipient: `${gift.recipient.name} <${gift.recipient.email}>`,
    campaign: gift.campaign?.name,
    link: gift.redemption_url,
    web: gift.web_url,
    created: gift.created_at,
  })

interface CreateFlags {
  campaign?: string | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  email?: string | undefined
  subject?: string | undefined
  message?: string | undefined
  sendAt?: string | undefined
  metadata?: readonly string[] | undefined
  locale?: string | undefined
  senderEmail?: string | undefined
  senderName?: string | undefined
}

/**
 * Builds the body of a request from the options of a command. The body omits missing fields, so that the
 * service reports all of them at once.
 */
function buildBody(flags: CreateFlags): NewGiftRequest {
  const { campaign, firstName, lastName, email, subject, message, sendAt, metadata } = flags
  const { locale, senderEmail, senderName } = flags
  return {
    ...(campaign === undefined ? {} : { campaign_id: campaign }),
    recipient: {
      ...(firstName === undefined ? {} : { first_name: firstName }),
      ...(lastName === undefined ? {} : { last_name: lastName }),
      ...(email === undefined ? {} : { email }),
    },
    ...toMessage(subject, message),
    ...(locale === undefined ? {} : { locale }),
    ...(senderEmail === undefined && senderName === undefined
      ? {}
      : { sender: { email: senderEmail, name: senderName } }),
    ...(sendAt === undefined ? {} : { send_at: sendAt }),
    ...(metadata === undefined ? {} : { metadata: Object.fromEntries(metadata.map(parsePair)) }),
  } as NewGiftRequest
}

export function readInputFile(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new UsageError(
      `${path} cannot be read: ${error instanceof Error ? error.message : error}`,
    )
  }
}

async function readBody(context: CliContext, path: string): Promise<NewGiftRequest> {
  const bytes = path === '-' ? await readInput(context) : readInputFile(path)
  try {
    return JSON.parse(bytes.toString())
  } catch {
    throw new UsageError('is not JSON', '--body', 'invalid_json')
  }
}
