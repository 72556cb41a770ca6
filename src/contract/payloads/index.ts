import type { GiftRequestView } from '#contract'
import { jsonApi } from './2025-10.ts'
import { flat } from './2026-05.ts'

/** A version is a function from what we know to the text we send: the same for a GET and for a webhook. */
export interface PayloadVersion {
  contentType: string
  giftRequest: (gift: GiftRequestView) => string
}

/** Newest first. To add one: write its file, add its line here, run `npm run fix` for its golden bytes. */
export const payloadVersions = {
  '2026-05': flat,
  '2025-10': jsonApi,
} as const satisfies Record<string, PayloadVersion>

export type PayloadVersionName = keyof typeof payloadVersions
export const payloadVersionNames = Object.keys(payloadVersions) as PayloadVersionName[]

export const isPayloadVersion = (name: string): name is PayloadVersionName =>
  Object.hasOwn(payloadVersions, name)
