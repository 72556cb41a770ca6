import { Command } from '@commander-js/extra-typings'
import { type CliContext, readInput } from './context.ts'
import { ApiErrors, UsageError } from './errors.ts'
import { parseErrors } from './feed.ts'
import { withServiceOptions } from './flags.ts'
import { readInputFile } from './gifts.ts'
import { createService } from './service.ts'

/** Sends a raw API request with the token and the version header. */
export const api = (context: CliContext) =>
  withServiceOptions(new Command('api'))
    .description('send any request and print the response')
    .argument('<method>', 'GET or POST')
    .argument('<path>', 'below the base URL, such as /gift_requests?limit=2')
    .option('--data <json>', 'the body; @FILE for a file, - for standard input')
    .option('--api-version <version>', 'default: the newest')
    .option('--idempotency-key <key>', 'for POST')
    .option('--include', 'also print status and headers on standard error')
    .action(async (method, path, { data, apiVersion, idempotencyKey, include, ...options }) => {
      const verb = method.toUpperCase()
      if (!/^(GET|HEAD|POST)$/.test(verb)) throw new UsageError('must be GET or POST', 'METHOD')
      const service = createService(context, options)
      const body = data === undefined ? undefined : await resolveBody(context, data)
      const response = await service.request(verb, path, {
        version: apiVersion,
        body,
        headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
      })
      const { status, headers, text } = response
      if (include) context.err([status, ...[...headers].map((pair) => pair.join(': '))].join('\n'))
      if (status >= 400)
        throw new ApiErrors(
          parseErrors(text) ?? [
            { type: 'server_error', code: 'unavailable', message: `${status}` },
          ],
        )
      context.out(context.isJson || !isJson(text) ? text : prettyJson(text))
    })

async function resolveBody(context: CliContext, data: string): Promise<string> {
  if (data === '-') return (await readInput(context)).toString()
  return data.startsWith('@') ? readInputFile(data.slice(1)).toString() : data
}

function isJson(text: string): boolean {
  return /^\s*[[{]/.test(text)
}

const prettyJson = (text: string) => JSON.stringify(JSON.parse(text), null, 2)
