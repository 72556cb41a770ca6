import type { Static, TSchema } from 'typebox'
import { attentionSchemas } from './attention-resources.ts'
import { campaignSettingsSchemas } from './campaign-resources.ts'
import { catalogueSchemas } from './catalogue-resources.ts'
import { endpointSchemas } from './endpoint-resources.ts'
import {
  Email,
  GiftDetails,
  GiftRequestResult,
  Parcel,
  ProblemReport,
  Reissue,
  TextMessage,
  ThankYouNote,
} from './gift-resources.ts'
import { greetingSchemas } from './greetings.ts'
import { peopleSchemas } from './people-resources.ts'
import { reportSchemas } from './report-resources.ts'
import * as resources from './resources.ts'
import type { ResourceType } from './versions/api-version.ts'

/** The schema of each resource type in responses. `advances` occur only in requests. */
const schemas = {
  gift_requests: resources.GiftRequest,
  campaigns: resources.Campaign,
  one_links: resources.OneLink,
  events: resources.Event,
  moves: resources.Move,
  clocks: resources.Clock,
  ...endpointSchemas,
  ...catalogueSchemas,
  ...campaignSettingsSchemas,
  ...peopleSchemas,
  ...reportSchemas,
  ...attentionSchemas,
  ...greetingSchemas,
  gift_request_results: GiftRequestResult,
  parcels: Parcel,
  emails: Email,
  text_messages: TextMessage,
  thank_you_notes: ThankYouNote,
  problem_reports: ProblemReport,
  reissues: Reissue,
  gift_details: GiftDetails,
} satisfies Partial<Record<ResourceType, TSchema>>
export const resourceSchemas: Readonly<Partial<Record<ResourceType, TSchema>>> = schemas

/** A resource in a response. */
export type Resource<Type extends keyof typeof schemas> = Static<(typeof schemas)[Type]>
export type SchemaType = keyof typeof schemas
