import { readFileSync } from 'node:fs'
import type { Command } from '@commander-js/extra-typings'
import { type FieldError, throwIfAny } from '#contract'
import type * as webhooks from '#webhooks'

/** The options of a connection to a receiver. `false` removes a setting. */
interface ConnectionFlags {
  header?: string[] | undefined
  headers?: boolean | undefined
  maxPerSecond?: string | boolean | undefined
  filter?: string | boolean | undefined
  ordered?: boolean | undefined
  ed25519?: boolean | undefined
  ca?: string | boolean | undefined
  clientCertificate?: string | boolean | undefined
  clientKey?: string | undefined
}

type ConnectionInput = Pick<
  webhooks.EndpointInput,
  | 'headers'
  | 'max_per_second'
  | 'filter'
  | 'ordered'
  | 'ed25519'
  | 'ca'
  | 'client_certificate'
  | 'client_key'
>

/** Adds the options of a new endpoint. Secrets come from variables and files, because a process list shows arguments. */
export const addConnectionOptions = <Args extends unknown[], Opts extends Record<string, unknown>>(
  command: Command<Args, Opts>,
) =>
  command
    .option(
      '--header <name=VARIABLE...>',
      'a custom header with the value of this environment variable',
    )
    .option('--max-per-second <number>', 'the highest rate of requests, from 1 to 1000')
    .option('--filter <expression>', 'a CEL expression that events must match')
    .option('--ordered', 'send the events of a gift one after the other')
    .option('--ed25519', 'also sign with Ed25519')
    .option('--ca <file>', "the authorities of the receiver's certificate, in PEM")
    .option('--client-certificate <file>', 'the client certificate for mutual TLS, in PEM')
    .option('--client-key <file>', 'the key of the client certificate, in PEM')

/** Adds the options for changing a connection, which can also remove settings. */
export const addConnectionChangeOptions = <
  Args extends unknown[],
  Opts extends Record<string, unknown>,
>(
  command: Command<Args, Opts>,
) =>
  addConnectionOptions(command)
    .option('--no-headers', 'remove all custom headers')
    .option('--no-max-per-second', 'remove the limit of the rate')
    .option('--no-filter', 'send every event')
    .option('--no-ordered', 'send the events of a gift without an order')
    .option('--no-ed25519', 'no longer sign with Ed25519')
    .option('--no-ca', 'trust the public authorities')
    .option('--no-client-certificate', 'remove the client certificate and its key')

/** Reads the variables and files of the options. Returns only the settings that were given. */
export function readConnectionFlags(
  flags: ConnectionFlags,
  env: Readonly<Record<string, string | undefined>>,
): ConnectionInput {
  const { header, headers, maxPerSecond, filter, ordered, ed25519, ca } = flags
  const { clientCertificate, clientKey } = flags
  return {
    ...(header !== undefined && { headers: header.map((each) => readHeader(each, env)) }),
    ...(header === undefined && headers === false && { headers: [] }),
    ...(typeof maxPerSecond === 'string' && { max_per_second: Number(maxPerSecond) }),
    ...(maxPerSecond === false && { max_per_second: null }),
    ...(typeof filter === 'string' && { filter }),
    ...(filter === false && { filter: null }),
    ...(ordered !== undefined && { ordered }),
    ...(ed25519 !== undefined && { ed25519 }),
    ...(typeof ca === 'string' && { ca: readPem(ca, '--ca') }),
    ...(ca === false && { ca: null }),
    ...(typeof clientCertificate === 'string' && {
      client_certificate: readPem(clientCertificate, '--client-certificate'),
    }),
    ...(clientCertificate === false && { client_certificate: null }),
    ...(clientKey !== undefined && { client_key: readPem(clientKey, '--client-key') }),
  }
}

function readHeader(text: string, env: Readonly<Record<string, string | undefined>>) {
  const [, name, variable] = /^([^=]*)=(.*)$/.exec(text) ?? []
  if (name === undefined || variable === undefined)
    return reject('--header', 'must be NAME=VARIABLE, such as X-Api-Key=GATEWAY_KEY')
  const value = env[variable]
  if (value === undefined || value === '')
    return reject('--header', `names the variable ${variable}, which is not set`)
  return { name, value }
}

function readPem(path: string, param: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    return reject(param, `cannot be read: ${(error as Error).message}`)
  }
}

function reject(param: string, message: string): never {
  const error: FieldError = { code: 'invalid', param, message }
  throwIfAny([error])
  throw new Error('an error was not thrown')
}
