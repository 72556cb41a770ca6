import type { TSchema } from 'typebox'
import * as resources from './resources.ts'
import type { ResourceType } from './versions/api-version.ts'

/** What one of each type looks like when it is answered; `advances` are only ever sent. */
export const resourceSchemas: Readonly<Partial<Record<ResourceType, TSchema>>> = {
  gift_requests: resources.GiftRequest,
  campaigns: resources.Campaign,
  one_links: resources.OneLink,
  events: resources.Event,
  moves: resources.Move,
  clocks: resources.Clock,
}
