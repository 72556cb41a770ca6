import type { TxContext } from '#platform/postgres/database'
import { findOfPort } from './connection-store.ts'
import type { ConnectorRegistry, OpeningConnector } from './connector.ts'
import { decryptValues } from './settings.ts'

/**
 * What new work of a port uses: `none` if the account has no connection of the port, so that the installation serves it;
 * `unusable` if it has some and none may be used now, which never falls back to the installation.
 */
export type DefaultConnection<Opened> =
  | { kind: 'none' }
  | { kind: 'unusable'; problem: string }
  | {
      kind: 'usable'
      id: string
      /** Changes when the connection changes. */
      version: string
      open(): Opened
    }

/** Finds the default connection of the account. Throws if its encryption key is missing. */
export async function findDefault<Opened>(
  ctx: TxContext,
  port: string,
  { find, isAllowed, outbound }: ConnectorRegistry,
): Promise<DefaultConnection<Opened>> {
  const own = await findOfPort(ctx, port)
  if (own.length === 0) return { kind: 'none' }
  const chosen = own.find(({ is_default }) => is_default)
  if (chosen === undefined) return unusable('choose a default connection in Settings, Connections')
  const { id, name, kind, enabled, updated_at } = chosen
  if (!enabled) return unusable(`the connection ${name} is disabled`)
  const connector = find(kind) as OpeningConnector<string, Opened> | undefined
  if (connector === undefined || !isAllowed(kind))
    return unusable(`the operator does not allow the connection ${name}`)
  const values = decryptValues(ctx, chosen)
  const version = `${id} ${updated_at.toISOString()}`
  return { kind: 'usable', id, version, open: () => connector.open(values, outbound) }
}

const unusable = (problem: string) => ({ kind: 'unusable', problem }) as const
