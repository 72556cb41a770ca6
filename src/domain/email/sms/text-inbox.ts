import * as connections from '#connections'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import type { TextConnector, TextInbox } from './text-sender.ts'

export interface TextInboxRef {
  account_id: string
  inbox: TextInbox
}

/** Returns the path to which the provider of a connection, or of the installation, reports. */
export const toInboxPath = (connection_id: string | undefined): string =>
  connection_id === undefined ? '/sms' : `/sms/connections/${connection_id}`

/**
 * Opens the inbox of a connection, also of one that is disabled: its messages may still be on their way. Returns undefined
 * if the connection does not exist or its provider reports nothing. The transaction covers all accounts.
 */
export async function openTextInbox(
  ctx: TxContext,
  id: string,
  registry: connections.ConnectorRegistry,
): Promise<TextInboxRef | undefined> {
  const account_id = isId(id) ? await connections.findAccount(ctx, id) : undefined
  if (account_id === undefined) return undefined
  const opened = await connections.open({ ...ctx, account_id }, id, registry)
  if (opened?.connector.port !== 'text') return undefined
  const { connector, values } = opened
  const { inbox } = (connector as TextConnector).open(values, registry.outbound)
  return inbox && { account_id, inbox }
}

/** Returns the URL to which the provider of a connection sends replies, or undefined if it sends none. */
export function findTextInboxUrl(
  ctx: TxContext,
  connection: connections.ConnectionRow,
  registry: connections.ConnectorRegistry,
): string | undefined {
  if (connection.port !== 'text') return undefined
  const connector = registry.find(connection.kind) as TextConnector | undefined
  const values = connections.findValues(ctx, connection)
  const inbox = connector && values && connector.open(values, registry.outbound).inbox
  return inbox && `${ctx.deployment.origin}${toInboxPath(connection.id)}/inbound`
}
