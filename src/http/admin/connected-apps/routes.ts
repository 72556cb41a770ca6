import * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import * as audit from '#audit'
import { handle } from '../lib/handle.ts'
import * as contract from './contract.ts'

/**
 * The routes of the apps that act for the account with the consent of a user. For example, an agent that
 * signed in is such an app.
 */
export const connectedAppRoutes = [
  handle(contract.listConnectedApps, async ({ ctx }) => {
    const connections = await apiKeys.listConnections(ctx)
    const users = await accounts.findUsersById(
      ctx,
      connections.map(({ user_id }) => user_id),
    )
    const data = connections.map(({ user_id, scopes, ...connection }) => {
      const name = users.get(user_id)?.name
      const user = name === undefined ? null : { id: user_id, name }
      return { ...connection, scopes: [...scopes], user }
    })
    return { data, has_more: false }
  }),

  handle(contract.changeConnectedApp, async ({ ctx, params, body }) => {
    const { daily_cap } = body
    const { id, app, before } = await apiKeys.changeDailyCap(ctx, params.id, daily_cap)
    audit.recordEntry(ctx, {
      action: 'app.change_cap',
      subject: { kind: 'app', id, name: app },
      details: { before: { daily_cap: before }, after: { daily_cap } },
    })
    return { id, daily_cap }
  }),

  handle(contract.disconnectApp, async ({ ctx, params }) => {
    const { id, app } = await apiKeys.disconnectApp(ctx, params.id)
    const subject = { kind: 'app', id, name: app }
    audit.recordEntry(ctx, { action: 'app.disconnect', subject })
    return { id }
  }),
]
