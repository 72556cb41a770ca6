import { readFileSync } from 'node:fs'
import { Command, Option } from '@commander-js/extra-typings'
import type { CliContext } from './context.ts'
import { readInput } from './context.ts'
import { UsageError } from './errors.ts'
import { withServiceOptions } from './flags.ts'
import { importGifts } from './import-gifts.ts'
import { formatPairs, formatTable, printResult } from './print.ts'
import type { GiftRequest, NewGiftRequest } from './sdk.ts'
import { createService } from './service.ts'

export function gifts(context: CliContext) {
  const command = new Command('gifts').description('gift requests of the account')
  createCommand(command, context)
  listCommand(command, context)

  withServiceOptions(command.command('get'))
    .description('show one gift request')
    .argument('<id>', 'its id')
    .action(async (id, options) => {
      const gift = await createService(context, options).client.giftRequests.get(id)
      printResult(context, gift, () => formatGift(gift))
    })

  withServiceOptions(command.command('history'))
    .description('show every move it made, also those that webhooks keep quiet about')
    .argument('<id>', 'its id')
    .action(async (id, options) => {
      const { data } = await createService(context, options).client.giftRequests.history(id)
      const rows = data.map(({ at, from, to, cause, events }) => [
        at,
        from,
        to,
        cause,
        events.join(', '),
      ])
      const headers = ['AT', 'FROM', 'TO', 'WHY', 'TOLD']
      printResult(context, { data }, () => formatTable(headers, rows, 'It has not moved.'))
    })

  withServiceOptions(command.command('cancel'))
    .description('call one off, as long as it is not dispatched')
    .argument('<id>', 'its id')
    .action(async (id, options) => {
      const gift = await createService(context, options).client.giftRequests.cancel(id)
      printResult(context, gift, () => formatGift(gift))
    })

  withServiceOptions(command.command('advance'))
    .description('walk one to a state, with everything that happens on the way; in staging')
    .argument('<id>', 'its id')
    .requiredOption('--to <state>', 'such as redeemed, in_transit or delivered')
    .action(async (id, { to, ...options }) => {
      const { client } = createService(context, options)
      const gift = await client.testHelpers.advanceGiftRequest(id, { to: to as never })
      printResult(context, gift, () => formatGift(gift))
    })

  return command
}

function createCommand(command: Command, context: CliContext): void {
  withServiceOptions(command.command('create'))
    .description('send a gift, or one for each row of a file')
    .option('--campaign <id>', 'the campaign that says what is given')
    .option('--first-name <name>', 'of the recipient')
    .option('--last-name <name>', 'of the recipient')
    .option('--email <address>', 'of the recipient')
    .option('--subject <text>', 'of the message, instead of the campaign’s; with --message')
    .option('--message <text>', 'the message')
    .option('--send-at <moment>', 'not now but then')
    .option('--metadata <pair...>', 'name=value, kept with the gift request')
    .option('--body <file>', 'the whole body as JSON; - for standard input')
    .option('--csv <file>', 'one gift for each row; - for standard input')
    .option('--dry-run', 'look at everything and send nothing')
    .option('--again', 'send the rows of a file that was sent before')
    .option('--idempotency-key <key>', 'the same key sends the same gift once')
    .action(async (options) => {
      const { csv, body, campaign, dryRun = false, again = false } = options
      const service = createService(context, options)
      if (csv !== undefined) {
        const bytes = csv === '-' ? await readInput(context) : readInputFile(csv)
        return importGifts(context, service, bytes, { campaign, dryRun, resend: again })
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
          () => 'It can be sent. Nothing was.',
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
    .addOption(new Option('--status <status>', 'only those').choices(statuses))
    .option('--campaign <id>', 'only of this campaign')
    .option('--email <address>', 'only for this recipient')
    .option('--reference <reference>', 'only this one')
    .option('--limit <count>', 'how many at most; 25 if left out')
    .option('--after <id>', 'only those behind this one: the last id of the page before')
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
      // one more than asked for tells whether there are more
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
          formatTable(headers, rows, 'There are no such gift requests.'),
          ...(has_more ? [`There are more: --after ${data.at(-1)?.id}`] : []),
        ].join('\n'),
      )
    })
}

/** Of a gift request in words: what one wants to know first, and the links. */
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
}

/** What was left out the service asks for, all at once. */
function buildBody(flags: CreateFlags): NewGiftRequest {
  const { campaign, firstName, lastName, email, subject, message, sendAt, metadata } = flags
  return {
    ...(campaign === undefined ? {} : { campaign_id: campaign }),
    recipient: {
      ...(firstName === undefined ? {} : { first_name: firstName }),
      ...(lastName === undefined ? {} : { last_name: lastName }),
      ...(email === undefined ? {} : { email }),
    },
    ...(subject === undefined && message === undefined
      ? {}
      : { email_message: { subject, body: message } }),
    ...(sendAt === undefined ? {} : { send_at: sendAt }),
    ...(metadata === undefined ? {} : { metadata: Object.fromEntries(metadata.map(parsePair)) }),
  } as NewGiftRequest
}

function parsePair(text: string): readonly [string, string] {
  const at = text.indexOf('=')
  if (at < 1) throw new UsageError('must be like name=value', '--metadata')
  return [text.slice(0, at), text.slice(at + 1)]
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
