import { Command } from '@commander-js/extra-typings'
import { type Context, readInput } from './context.ts'
import { Misuse, Refused } from './failure.ts'
import { problemsIn } from './feed.ts'
import { serviceFlags } from './flags.ts'
import { readFile } from './gifts.ts'
import { serviceOf } from './service.ts'

/** The raw API, with the token and the version seen to. */
export const api = (context: Context) =>
  serviceFlags(new Command('api'))
    .description('send any request, and print the answer as it comes')
    .argument('<method>', 'GET or POST')
    .argument('<path>', 'below the base URL, such as /gift_requests?limit=2')
    .option('--data <json>', 'the body; @FILE for a file, - for standard input')
    .option('--api-version <version>', 'instead of the newest')
    .option('--idempotency-key <key>', 'for POST')
    .option('--include', 'also print status and headers, on standard error')
    .action(async (method, path, { data, apiVersion, idempotencyKey, include, ...options }) => {
      const verb = method.toUpperCase()
      if (!/^(GET|HEAD|POST)$/.test(verb)) throw new Misuse('must be GET or POST', 'METHOD')
      const service = serviceOf(context, options)
      const body = data === undefined ? undefined : await bodyFrom(context, data)
      const answered = await service.ask(verb, path, {
        version: apiVersion,
        body,
        headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
      })
      const { status, headers, text } = answered
      if (include) context.err([status, ...[...headers].map((pair) => pair.join(': '))].join('\n'))
      if (status >= 400)
        throw new Refused(
          problemsIn(text) ?? [{ type: 'server_error', code: 'unavailable', message: `${status}` }],
        )
      context.out(context.isJson || !isJson(text) ? text : pretty(text))
    })

async function bodyFrom(context: Context, data: string): Promise<string> {
  if (data === '-') return (await readInput(context)).toString()
  return data.startsWith('@') ? readFile(data.slice(1)).toString() : data
}

function isJson(text: string): boolean {
  return /^\s*[[{]/.test(text)
}

const pretty = (text: string) => JSON.stringify(JSON.parse(text), null, 2)
