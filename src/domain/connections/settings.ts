import type { FieldError } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import type { Connector, ConnectorRegistry, Values } from './connector.ts'
import { type ConnectionRow, credentialsContext } from './tables.ts'

/** The settings that a client sends. An empty text leaves a secret unchanged. */
export type SettingsInput = Readonly<Record<string, unknown>>

const defaultsOf = ({ settings }: Connector): SettingsInput =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([name, { schema }]) => {
      const { default: value } = schema as { default?: unknown }
      return value === undefined ? [] : [[name, value]]
    }),
  )

/** Merges the input into the stored values, and validates the result. The errors name the fields `settings.…`. */
export function mergeSettings(
  connector: Connector,
  registry: ConnectorRegistry,
  input: SettingsInput,
  stored: Values = {},
): { values: Values; problems: FieldError[] } {
  const entered = Object.entries(input).filter(
    ([name, value]) => value !== '' || stored[name] === undefined,
  )
  const values = { ...defaultsOf(connector), ...stored, ...Object.fromEntries(entered) }
  const problems = registry
    .validatorOf(connector)(values)
    .map((problem) => ({ ...problem, param: `settings.${problem.param}` }))
  return { values: values as Values, problems }
}

/** Splits values into the columns of a connection. */
export function toColumns(
  ctx: TxContext,
  { id }: { id: string },
  connector: Connector,
  values: Values,
): Pick<ConnectionRow, 'settings' | 'encrypted_credentials'> {
  const pick = (isSecret: boolean): Values =>
    Object.fromEntries(
      Object.entries(values).filter(
        ([name]) => (connector.settings[name]?.isSecret === true) === isSecret,
      ),
    )
  return {
    settings: pick(false),
    encrypted_credentials: ctx.deployment.cipher.encrypt(
      JSON.stringify(pick(true)),
      credentialsContext(id),
    ),
  }
}

/** Returns all values of a connection, or undefined if the key that encrypted its secrets is missing. */
export function findValues(ctx: TxContext, row: ConnectionRow): Values | undefined {
  try {
    return decryptValues(ctx, row)
  } catch {
    return undefined
  }
}

/** Returns all values of a connection, with its secrets. Throws if the encryption key is missing. */
export const decryptValues = (
  ctx: TxContext,
  { id, settings, encrypted_credentials }: ConnectionRow,
): Values => ({
  ...settings,
  ...(JSON.parse(
    ctx.deployment.cipher.decrypt(encrypted_credentials, credentialsContext(id)),
  ) as Values),
})
