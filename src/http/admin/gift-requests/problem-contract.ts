import { Type } from 'typebox'
import { problemLimits } from '#contract/problem-reports'
import { operation } from '../lib/operation.ts'
import { boundedText, oneOfTexts, strict } from '../lib/schemas.ts'

/* The contract of the problems that recipients report after the order. */

export const answerProblem = operation('POST', '/gift-requests/:id/problems/:problem/answer', {
  permission: 'gift_requests:write',
  summary: 'answer a problem report by email',
  body: Type.Object({ text: boundedText(problemLimits.maxAnswerLength) }, strict),
})

export const replaceGift = operation('POST', '/gift-requests/:id/problems/:problem/replace', {
  permission: 'gift_requests:write',
  summary: 'send a replacement after a problem report, and close the report',
  body: Type.Object(
    { parcel_id: Type.Optional(Type.String({ description: 'The parcel to ship again.' })) },
    strict,
  ),
  reply: Type.Object({
    kind: oneOfTexts('sent_again', 'shipped_again'),
    gift_request_id: Type.String({ description: 'The new gift request, or the same one.' }),
    reference: Type.String(),
  }),
})

export const showProblemPhoto = operation('GET', '/gift-requests/:id/problem-photos/:photo', {
  permission: 'gift_requests:read',
  summary: 'show a photo of a problem report',
  mediaTypes: ['image/jpeg', 'image/png', 'image/webp'],
})
