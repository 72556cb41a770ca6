import { Type } from 'typebox'
import {
  Advance,
  ClockAdvance,
  NewAddress,
  NewGiftRequest,
  NewLineItem,
  NewOneLink,
  NewRecipient,
  refusals,
  type VersionName,
} from '#contract'
import { withNullsAllowed } from '#contract/nulls'
import type { Answer, RequestBody } from '#contract/operation'
import { resourceOf } from '#contract/resource-of'
import { namedResources } from '#contract/resources'
import { jsonApi } from './json-api.ts'
import type { Json } from './schemas.ts'

/** How a version of the interface dresses what the table of operations says. */
export interface Dialect {
  /** The schemas that get a name in the document. */
  named: Readonly<Record<string, unknown>>
  /** The body of an answer. */
  answer(answer: Answer & { shape: 'one' | 'many' }): unknown
  request(body: RequestBody): unknown
  requestExample(body: RequestBody, value: object): Json
  errors: unknown
  /** The body of a webhook. */
  webhook: unknown
}

const words = (list: readonly string[]) => Type.String({ enum: [...list] })

const codes = Object.keys(refusals)
const types = [...new Set(Object.values(refusals).map(([, type]) => type))]

const OneError = Type.Object({
  type: words(types),
  code: words(codes),
  message: Type.String({ description: 'For people. It may change.' }),
  param: Type.Optional(
    Type.String({ description: 'The field it is about, such as gift_requests.3.recipient.email.' }),
  ),
})
const Errors = Type.Object({
  errors: Type.Array(OneError, { minItems: 1, description: 'Everything that is wrong.' }),
})

const sent = {
  NewGiftRequest: withNullsAllowed(NewGiftRequest),
  NewRecipient,
  NewAddress,
  NewLineItem,
  NewOneLink: withNullsAllowed(NewOneLink),
  Advance,
  ClockAdvance,
}

const flat: Dialect = {
  named: { ...namedResources, ...sent, Error: OneError, Errors },
  answer({ shape, type }) {
    const schema = resourceOf[type]
    if (schema === undefined) throw new TypeError(`${type} are never answered`)
    return shape === 'one'
      ? schema
      : Type.Object({ data: Type.Array(schema), has_more: Type.Boolean() })
  },
  request: ({ type, schema, most }) =>
    most === undefined
      ? schema
      : Type.Object(
          { [type]: Type.Array(schema, { minItems: 1, maxItems: most }) },
          { additionalProperties: false },
        ),
  requestExample: (_body, value) => value as Json,
  errors: Errors,
  webhook: namedResources.GiftRequest,
}

export const dialects: Readonly<Record<VersionName, Dialect>> = {
  '2026-05': flat,
  '2025-10': jsonApi(codes, sent),
}
