import { readFileSync } from 'node:fs'
import { Command, Option } from '@commander-js/extra-typings'
import type { Context } from './context.ts'
import { readInput } from './context.ts'
import { Misuse } from './failure.ts'
import { serviceFlags } from './flags.ts'
import { createFromCsv } from './gifts-csv.ts'
import { answer, facts, table } from './print.ts'
import type { GiftRequest, NewGiftRequest } from './sdk.ts'
import { serviceOf } from './service.ts'

export function gifts(context: Context) {
  const command = new Command('gifts').description('gift requests of the account')
  createCommand(command, context)
  listCommand(command, context)

  serviceFlags(command.command('get'))
    .description('show one gift request')
    .argument('<id>', 'its id')
    .action(async (id, options) => {
      const gift = await serviceOf(context, options).client.giftRequests.get(id)
      answer(context, gift, () => inWords(gift))
    })

  serviceFlags(command.command('history'))
    .description('show every move it made, also those that webhooks keep quiet about')
    .argument('<id>', 'its id')
    .action(async (id, options) => {
      const { data } = await serviceOf(context, options).client.giftRequests.history(id)
      const rows = data.map(({ at, from, to, cause, events }) => [
        at,
        from,
        to,
        cause,
        events.join(', '),
      ])
      const heads = ['AT', 'FROM', 'TO', 'WHY', 'TOLD']
      answer(context, { data }, () => table(heads, rows, 'It has not moved.'))
    })

  serviceFlags(command.command('cancel'))
    .description('call one off, as long as it is not dispatched')
    .argument('<id>', 'its id')
    .action(async (id, options) => {
      const gift = await serviceOf(context, options).client.giftRequests.cancel(id)
      answer(context, gift, () => inWords(gift))
    })

  serviceFlags(command.command('advance'))
    .description('walk one to a state, with everything that happens on the way; in staging')
    .argument('<id>', 'its id')
    .requiredOption('--to <state>', 'such as redeemed, in_transit or delivered')
    .action(async (id, { to, ...options }) => {
      const { client } = serviceOf(context, options)
      const gift = await client.testHelpers.advanceGiftRequest(id, { to: to as never })
      answer(context, gift, () => inWords(gift))
    })

  return command
}

function createCommand(command: Command, context: Context): void {
  serviceFlags(command.command('create'))
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
      const service = serviceOf(context, options)
      if (csv !== undefined) {
        const bytes = csv === '-' ? await readInput(context) : readFile(csv)
        return createFromCsv(context, service, bytes, { campaign, dryRun, again })
      }
      const wanted = body === undefined ? bodyOf(options) : await readBody(context, body)
      const key = options.idempotencyKey
      if (dryRun) {
        await service.client.giftRequests.createMany({ gift_requests: [wanted] }, { dry_run: true })
        return answer(context, { dry_run: true, valid: 1 }, () => 'It can be sent. Nothing was.')
      }
      const gift = await service.client.giftRequests.create(
        wanted,
        key === undefined ? {} : { idempotencyKey: key },
      )
      answer(context, gift, () => inWords(gift))
    })
}

function listCommand(command: Command, context: Context): void {
  const statuses = ['submitted', 'redeemed', 'dispatched', 'delivered', 'cancelled'] as const
  serviceFlags(command.command('list'))
    .description('show gift requests, newest first')
    .addOption(new Option('--status <status>', 'only those').choices(statuses))
    .option('--campaign <id>', 'only of this campaign')
    .option('--email <address>', 'only for this recipient')
    .option('--reference <reference>', 'only this one')
    .option('--limit <count>', 'how many at most; 25 if left out')
    .option('--after <id>', 'only those behind this one: the last id of the page before')
    .action(async ({ status, campaign, email, reference, after, limit = '25', ...options }) => {
      if (!/^[1-9]\d{0,5}$/.test(limit)) throw new Misuse('must be a whole number', '--limit')
      const { client } = serviceOf(context, options)
      const query = {
        ...(status === undefined ? {} : { status }),
        ...(campaign === undefined ? {} : { campaign_id: campaign }),
        ...(email === undefined ? {} : { recipient_email: email }),
        ...(reference === undefined ? {} : { reference }),
        ...(after === undefined ? {} : { after }),
        limit: Math.min(100, Number(limit)),
      }
      // one more than asked for tells whether there are more
      const found = await client.giftRequests.list(query).toArray({ limit: Number(limit) + 1 })
      const data = found.slice(0, Number(limit))
      const has_more = found.length > data.length
      const rows = data.map((one) => [
        one.id,
        one.reference,
        one.status,
        one.recipient.name,
        one.campaign?.name,
        one.created_at,
      ])
      const heads = ['ID', 'REFERENCE', 'STATUS', 'RECIPIENT', 'CAMPAIGN', 'CREATED']
      answer(context, { data, has_more }, () =>
        [
          table(heads, rows, 'There are no such gift requests.'),
          ...(has_more ? [`There are more: --after ${data.at(-1)?.id}`] : []),
        ].join('\n'),
      )
    })
}

/** Of a gift request in words: what one wants to know first, and the links. */
const inWords = (gift: GiftRequest): string =>
  facts({
    id: gift.id,
    reference: gift.reference,
    status: gift.status,
    recipient: `${gift.recipient.name} <${gift.recipient.email}>`,
    campaign: gift.campaign?.name,
    link: gift.redemption_url,
    web: gift.web_url,
    created: gift.created_at,
  })

interface Given {
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
function bodyOf(given: Given): NewGiftRequest {
  const { campaign, firstName, lastName, email, subject, message, sendAt, metadata } = given
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
    ...(metadata === undefined ? {} : { metadata: Object.fromEntries(metadata.map(pairOf)) }),
  } as NewGiftRequest
}

function pairOf(text: string): readonly [string, string] {
  const at = text.indexOf('=')
  if (at < 1) throw new Misuse('must be like name=value', '--metadata')
  return [text.slice(0, at), text.slice(at + 1)]
}

export function readFile(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new Misuse(`${path} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

async function readBody(context: Context, path: string): Promise<NewGiftRequest> {
  const bytes = path === '-' ? await readInput(context) : readFile(path)
  try {
    return JSON.parse(bytes.toString())
  } catch {
    throw new Misuse('is not JSON', '--body', 'invalid_json')
  }
}
