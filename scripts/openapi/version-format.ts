import { Type } from 'typebox'
import {
  AdvanceRequest,
  ClockAdvance,
  errorCodes,
  NewAddress,
  NewBatchGiftRequest,
  NewestGiftRequest,
  NewLineItem,
  NewOneLink,
  NewRecipient,
  NewSender,
  type VersionName,
} from '#contract'
import { AttentionItem, namedAttention } from '#contract/attention-resources'
import { namedCampaignSettings } from '#contract/campaign-resources'
import { namedCatalogueResources } from '#contract/catalogue-resources'
import { namedEndpointResources } from '#contract/endpoint-resources'
import { namedGiftResources } from '#contract/gift-resources'
import { namedGreetings } from '#contract/greetings'
import { allowNulls } from '#contract/nullable'
import type { OperationResponse, RequestBody } from '#contract/operation'
import { namedPeopleResources } from '#contract/people-resources'
import { namedReports } from '#contract/report-resources'
import { resourceSchemas } from '#contract/resource-schemas'
import { namedResources } from '#contract/resources'
import { jsonApiFormat } from './json-api.ts'
import type { Json } from './schemas.ts'

/** The schemas and examples of a version of the API. */
export interface VersionFormat {
  /** The schemas that have a name in the document. */
  namedSchemas: Readonly<Record<string, unknown>>
  /** Builds the schema of a response body. */
  response(response: OperationResponse & { shape: 'one' | 'many' }): unknown
  request(body: RequestBody): unknown
  requestExample(body: RequestBody, value: object): Json
  errors: unknown
  /** The schema of the body of a webhook. */
  webhook: unknown
  /** The schema of the body of a webhook about something that needs attention. */
  attentionWebhook: unknown
}

const enumOf = (list: readonly string[]) => Type.String({ enum: [...list] })

const codes = Object.keys(errorCodes)
const types = [...new Set(Object.values(errorCodes).map(([, type]) => type))]

const ErrorItem = Type.Object({
  type: enumOf(types),
  code: enumOf(codes),
  message: Type.String({ description: 'For people. It may change.' }),
  param: Type.Optional(
    Type.String({ description: 'The field it is about, such as gift_requests.3.recipient.email.' }),
  ),
})
const Errors = Type.Object({
  errors: Type.Array(ErrorItem, { minItems: 1, description: 'Everything that is wrong.' }),
})

const requestSchemas = {
  NewGiftRequest: allowNulls(NewestGiftRequest),
  NewBatchGiftRequest: allowNulls(NewBatchGiftRequest),
  NewRecipient,
  NewSender,
  NewAddress,
  NewLineItem,
  NewOneLink: allowNulls(NewOneLink),
  Advance: AdvanceRequest,
  ClockAdvance,
}

const flatFormat: VersionFormat = {
  namedSchemas: {
    ...namedResources,
    ...namedEndpointResources,
    ...namedGiftResources,
    ...namedGreetings,
    ...namedCatalogueResources,
    ...namedCampaignSettings,
    ...namedPeopleResources,
    ...namedReports,
    ...namedAttention,
    ...requestSchemas,
    Error: ErrorItem,
    Errors,
  },
  response({ shape, type }) {
    const schema = resourceSchemas[type]
    if (schema === undefined) throw new TypeError(`${type} have no response schema`)
    return shape === 'one'
      ? schema
      : Type.Object({ data: Type.Array(schema), has_more: Type.Boolean() })
  },
  request: ({ type, schema, maxItems, itemOptions }) =>
    maxItems === undefined
      ? schema
      : Type.Object(
          { [type]: Type.Array(schema, { minItems: 1, maxItems }), ...itemOptions },
          { additionalProperties: false },
        ),
  requestExample: (_body, value) => value as Json,
  errors: Errors,
  webhook: namedResources.GiftRequest,
  attentionWebhook: AttentionItem,
}

export const versionFormats: Readonly<Record<VersionName, VersionFormat>> = {
  '2026-05': flatFormat,
  '2025-10': jsonApiFormat(codes, requestSchemas),
}
