import { lookup } from 'node:dns/promises'
import { Command } from '@commander-js/extra-typings'
import pc from 'picocolors'
import type { Context } from './context.ts'
import { Refused } from './failure.ts'
import { problemsIn } from './feed.ts'
import { serviceFlags } from './flags.ts'
import { answer } from './print.ts'
import { connectTo, placeOf, type Service, type ServiceOptions } from './service.ts'
import { readToken } from './token-text.ts'

interface Finding {
  check: string
  is_ok: boolean
  /** What was found; and what to do, when it is not well. */
  detail: string
}

export const doctor = (context: Context) =>
  serviceFlags(new Command('doctor'))
    .description('look at everything between here and the service')
    .action((options) => runDoctor(context, options))

/** Looks at everything, changes nothing, and fails when something is not well. */
export async function runDoctor(context: Context, options: ServiceOptions): Promise<void> {
  const checks = await examine(context, options)
  answer(context, { checks }, () => checks.map(inWords).join('\n'))
  const ill = checks.filter(({ is_ok }) => !is_ok)
  if (ill.length > 0)
    throw new Refused([
      {
        type: 'server_error',
        code: 'unavailable',
        message: `Not well: ${ill.map(({ check }) => check).join(', ')}.`,
      },
    ])
}

const inWords = ({ check, is_ok, detail }: Finding) =>
  `${is_ok ? pc.green('✔') : pc.red('✖')} ${check.padEnd(16)} ${detail}`

async function examine(context: Context, options: ServiceOptions): Promise<Finding[]> {
  const { url, token = '' } = placeOf(context, options)
  const { problem, stage, last_four } = readToken(token)
  const found: Finding[] = [
    {
      check: 'token',
      is_ok: problem === null,
      detail: problem ?? `well formed, of ${stage}, ends in ${last_four}`,
    },
    stageFinding(url, stage),
    await nameFinding(url),
  ]
  if (found.some(({ check, is_ok }) => check === 'name' && !is_ok)) return found
  // Asked with the client's own words for the stage, which this has told already in better ones.
  return [...found, ...(await ask(context, url, token))]
}

function stageFinding(url: string, stage: string | null): Finding {
  const words = new URL(url).hostname.split(/[.-]/)
  const named = ['staging', 'production'].find((each) => words.includes(each))
  const is_ok = stage === null || named === undefined || named === stage
  const detail = is_ok
    ? named === undefined
      ? `${url} does not say which stage it is`
      : `${url} is ${named}`
    : `the token is of ${stage}, and ${url} is ${named}: every answer will be 401`
  return { check: 'stage', is_ok, detail }
}

async function nameFinding(url: string): Promise<Finding> {
  const { hostname } = new URL(url)
  const name = hostname.replace(/^\[|\]$/g, '')
  try {
    const { address } = await lookup(name)
    return { check: 'name', is_ok: true, detail: `${hostname} is ${address}` }
  } catch {
    return { check: 'name', is_ok: false, detail: `${hostname} does not resolve` }
  }
}

const mostSkew = 60_000 // milliseconds; receivers mostly tolerate five minutes

async function ask(context: Context, url: string, token: string): Promise<Finding[]> {
  // A client that cannot be made (a token of another stage) still leaves the plain questions to ask.
  const service = serviceFor(context, url, token)
  if (service === undefined) return []
  const began = Date.now()
  const root = await service.ask('GET', '/').catch((error: unknown) => error as Error)
  if (root instanceof Error)
    return [{ check: 'reach', is_ok: false, detail: `${url} cannot be reached: ${causeOf(root)}` }]
  const ended = Date.now()
  const isOurs = root.headers.has('request-id') && root.status !== 404
  const reach = {
    check: 'reach',
    is_ok: isOurs,
    detail: isOurs
      ? `answers in ${ended - began} ms`
      : `something else answers at ${url}; the address mostly ends in /api`,
  }
  if (!isOurs) return [reach]
  return [
    reach,
    versionFinding(root),
    tokenFinding(root),
    clockFinding(root.headers, began, ended),
    await helpersFinding(service),
  ]
}

function serviceFor(context: Context, url: string, token: string): Service | undefined {
  try {
    return connectTo(context, url, token)
  } catch {
    return undefined
  }
}

const causeOf = (error: Error): string =>
  error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message

type Answered = Awaited<ReturnType<Service['ask']>>

function versionFinding({ status, text }: Answered): Finding {
  const problem = problemsIn(text)?.find(({ code }) => code === 'unsupported_api_version')
  return {
    check: 'version',
    is_ok: problem === undefined,
    detail: problem?.message ?? (status === 200 ? text : 'is spoken there'),
  }
}

function tokenFinding({ status }: Answered): Finding {
  const is_ok = status !== 401
  return {
    check: 'access',
    is_ok,
    detail: is_ok
      ? 'the service knows the token'
      : 'the service does not know the token: expired, or of another stage or region',
  }
}

function clockFinding(headers: Headers, began: number, ended: number): Finding {
  const theirs = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(theirs))
    return { check: 'clock', is_ok: true, detail: 'the service does not say its time' }
  // The header has whole seconds, cut off.
  const skew = theirs + 999 < began ? theirs + 999 - began : Math.max(0, theirs - ended)
  const seconds = Math.round(Math.abs(skew) / 1000)
  const is_ok = Math.abs(skew) <= mostSkew
  return {
    check: 'clock',
    is_ok,
    detail: `${seconds} s from the service’s${is_ok ? '' : ': signatures will look stale'}`,
  }
}

async function helpersFinding(service: Service): Promise<Finding> {
  const { status } = await service.ask('POST', '/test_helpers/clock/advance', { body: '{}' })
  const detail =
    status === 404 ? 'production: no test helpers here' : 'staging: test helpers are there'
  return { check: 'helpers', is_ok: true, detail }
}
