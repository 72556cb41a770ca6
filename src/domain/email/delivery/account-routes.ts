import * as accounts from '#accounts'
import * as connections from '#connections'
import type { MailTransport } from '#platform/lib/mail-transport'
import type { TxContext } from '#platform/postgres/database'
import type { MessageRow } from '../outbox/tables.ts'
import { readSender, toIdentity } from '../sender/account-sender.ts'
import type { TextSender } from '../sms/text-sender.ts'
import { isUserTemplate } from '../templates/user-templates.ts'
import type { MessageContext } from './message-channel.ts'

type Route = Pick<MessageContext, 'own' | 'identity'>

const installation: Route = { own: { kind: 'none' } }

/** Returns a function that finds how a message of the account leaves. */
export async function createRouter(
  ctx: TxContext,
  rows: readonly Pick<MessageRow, 'channel' | 'kind'>[],
  registry: connections.ConnectorRegistry,
): Promise<(row: Pick<MessageRow, 'channel' | 'kind'>) => Route> {
  const isOwn = ({ channel, kind }: Pick<MessageRow, 'channel' | 'kind'>) =>
    channel === 'sms' || !isUserTemplate(kind)
  const has = (name: MessageRow['channel']) =>
    rows.some((row) => row.channel === name && isOwn(row))
  const email = has('email') ? await findEmailRoute(ctx, registry) : installation
  const sms = has('sms')
    ? { own: await connections.findDefault<TextSender>(ctx, 'text', registry) }
    : installation
  return (row) => (isOwn(row) ? (row.channel === 'email' ? email : sms) : installation)
}

/** Finds the address and the server of the account. An address without a proof sends nothing. */
async function findEmailRoute(
  ctx: TxContext,
  registry: connections.ConnectorRegistry,
): Promise<Route> {
  const sender = await readSender(ctx)
  if (sender === undefined || !sender.enabled) return installation
  const identity = toIdentity(ctx, sender)
  if (!(await accounts.isHostOfProvenDomain(ctx, sender.domain)))
    return {
      own: { kind: 'unusable', problem: `the domain ${sender.domain} is no longer proven` },
      identity,
    }
  const own = await connections.findDefault<MailTransport>(ctx, 'mail', registry)
  return { own, identity }
}
