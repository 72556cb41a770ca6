import type { Values } from '#platform/lib/connector-settings'
import type { TxContext } from '#platform/postgres/database'
import type { Connector } from './connector.ts'
import { type ConnectionRow, credentialsContext } from './tables.ts'

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
