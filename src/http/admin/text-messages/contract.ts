import { type Static, Type } from 'typebox'
import { operation } from '../lib/operation.ts'
import { oneOfTexts, strict } from '../lib/schemas.ts'

/** The text messages that the account sends in addition to invitations and reminders. */
export const TextMessageSettings = Type.Object(
  { kinds: Type.Array(oneOfTexts('dispatched', 'delivered'), { maxItems: 2, uniqueItems: true }) },
  strict,
)
export type TextMessageSettings = Static<typeof TextMessageSettings>

export const readTextMessageSettings = operation('GET', '/text-messages', {
  permission: 'administration',
  summary: 'show which text messages recipients get',
  reply: Type.Object({ ...TextMessageSettings.properties, is_possible: Type.Boolean() }),
})

export const changeTextMessageSettings = operation('PUT', '/text-messages', {
  permission: 'administration',
  summary: 'choose which text messages recipients get',
  body: TextMessageSettings,
  reply: TextMessageSettings,
})
