import { type Static, Type } from 'typebox'
import { operation } from '../lib/operation.ts'
import { oneOfTexts, orNull, page, strict, Timestamp } from '../lib/schemas.ts'
import { Scopes } from '../lib/scopes.ts'

/** An app that acts for the account with the consent of a user. */
export const ConnectedApp = Type.Object({
  id: Type.String(),
  app: Type.String({ description: 'The name of the app. An app that registered itself chose it.' }),
  redirect_uri: Type.String({ description: 'Where the access went.' }),
  audience: oneOfTexts('api', 'mcp'),
  scopes: Scopes,
  daily_cap: orNull(Type.Integer({ description: 'How many gifts an agent may send in 24 hours.' })),
  user: orNull(Type.Object({ id: Type.String(), name: Type.String() })),
  created_at: Timestamp,
  last_token_at: Timestamp,
})
export type ConnectedApp = Static<typeof ConnectedApp>

export const listConnectedApps = operation('GET', '/connected-apps', {
  permission: 'administration',
  clock: 'real',
  summary: 'list the apps that act for the account with the consent of a user',
  reply: page(ConnectedApp),
})

export const changeConnectedApp = operation('PATCH', '/connected-apps/:id', {
  permission: 'administration',
  clock: 'real',
  summary: 'change how many gifts an agent may send in 24 hours',
  body: Type.Object(
    {
      daily_cap: Type.Union([Type.Integer({ minimum: 1, maximum: 10_000 }), Type.Null()], {
        description: 'Null: it may not send, change or cancel gifts.',
      }),
    },
    strict,
  ),
  reply: Type.Object({ id: Type.String(), daily_cap: orNull(Type.Integer()) }),
})

export const disconnectApp = operation('POST', '/connected-apps/:id/disconnect', {
  permission: 'administration',
  clock: 'real',
  summary: 'end the access of an app',
  reply: Type.Object({ id: Type.String() }),
})
